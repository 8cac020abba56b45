package io.paidonce.testkit.rooms.specimen.parsing;

import javax.xml.parsers.DocumentBuilderFactory;

/** The one place in which an XML factory may be made. */
final class SafeXml {

  private SafeXml() {}

  static DocumentBuilderFactory factory() {
    return DocumentBuilderFactory.newInstance();
  }
}
