package io.paidonce.hub.provider;

import java.io.ByteArrayInputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The one place that reads and writes XML: a root with flat, unique, plain elements and nothing
 * else.
 *
 * <p>Refused: a document type, entities other than XML's own five, processing instructions,
 * comments, attributes, name spaces, nesting, a name that comes twice, text between elements, and
 * more than {@value #ELEMENTS_MAX} elements. What is left has one reading.
 */
public final class Xml {

  static final int ELEMENTS_MAX = 512;

  private Xml() {}

  /**
   * The elements under the root by name, in document order, text as it stands (blanks kept, empty
   * elements as empty text).
   */
  public static Map<String, String> flat(byte[] document, String root) throws NotBelieved {
    try {
      XMLStreamReader reader = factory().createXMLStreamReader(new ByteArrayInputStream(document));
      try {
        return elements(reader, root);
      } finally {
        reader.close();
      }
    } catch (XMLStreamException e) {
      throw malformed("not well-formed XML");
    }
  }

  /** A root with these elements, their text as it stands. */
  public static String write(Map<String, String> elements, String root) {
    StringBuilder text = new StringBuilder(512).append('<').append(root).append('>');
    elements.forEach(
        (name, value) ->
            text.append('<')
                .append(name)
                .append("><![CDATA[")
                .append(value.replace("]]>", "]]]]><![CDATA[>"))
                .append("]]></")
                .append(name)
                .append('>'));
    return text.append("</").append(root).append('>').toString();
  }

  /** A factory for each document, since factories promise no thread-safety. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("nothing outside the document is read");
        });
    return factory;
  }

  private static Map<String, String> elements(XMLStreamReader reader, String root)
      throws XMLStreamException, NotBelieved {
    Map<String, String> elements = new LinkedHashMap<>();
    int depth = 0;
    String name = "";
    StringBuilder text = new StringBuilder();
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          name = plainName(reader);
          depth++;
          text.setLength(0);
          requireRoot(depth, name, root);
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
          if (depth == 2) {
            text.append(reader.getText());
          } else if (!reader.getText().isBlank()) {
            throw malformed("text between elements");
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          if (depth == 2) {
            put(elements, name, text.toString());
          }
          depth--;
        }
        case XMLStreamConstants.END_DOCUMENT -> {}
        default -> throw malformed("holds something other than plain elements, such as a DOCTYPE");
      }
    }
    return elements;
  }

  private static String plainName(XMLStreamReader reader) throws NotBelieved {
    if (reader.getAttributeCount() > 0
        || reader.getNamespaceCount() > 0
        || !reader.getPrefix().isEmpty()) {
      throw malformed("attributes or name spaces");
    }
    return reader.getLocalName();
  }

  private static void requireRoot(int depth, String name, String root) throws NotBelieved {
    if (depth == 1 && !name.equals(root)) {
      throw malformed("its root is not <" + root + ">");
    }
    if (depth > 2) {
      throw malformed("nested elements");
    }
  }

  private static void put(Map<String, String> elements, String name, String text)
      throws NotBelieved {
    if (elements.putIfAbsent(name, text) != null) {
      throw malformed("element " + NotBelieved.shown(name) + " comes twice");
    }
    if (elements.size() > ELEMENTS_MAX) {
      throw malformed("more than " + ELEMENTS_MAX + " elements");
    }
  }

  private static NotBelieved malformed(String why) {
    return new NotBelieved(Refusal.MALFORMED, "XML: " + why);
  }
}
