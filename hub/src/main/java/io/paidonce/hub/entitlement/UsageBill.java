package io.paidonce.hub.entitlement;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads upstream's bill: CSV in UTF-8, columns named by the first line, row by row. Never holds
 * more than a row, and refuses what it cannot read to the end.
 */
final class UsageBill {

  private static final int ROW_CHARACTERS_MAX = 1 << 14;
  private static final Pattern TOKENS = Pattern.compile("[0-9]{1,18}");
  private static final Pattern REQUEST_ID = Pattern.compile("\\S{1,128}");
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final int requestId;
  private final int tokens;
  private final int batch;

  private UsageBill(List<String> names) {
    this.requestId = place(names, "requestid");
    this.tokens = place(names, "tokens");
    this.batch = place(names, "batch");
    if (requestId < 0 || tokens < 0) {
      throw new Refused("line 1 names no column request_id, or none tokens");
    }
  }

  /** A row of the bill. */
  record Row(long line, String requestId, long tokens, @Nullable String batch) {}

  /** What says that a bill is none, with the line; never the line itself. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  /**
   * Gives each row of the bill to somebody.
   *
   * @throws Refused if something in it cannot be read, or it is longer than this
   * @throws UncheckedIOException if the sender went away
   */
  static void read(InputStream bytes, int bytesMax, Consumer<Row> rows) {
    long line = 0;
    try (Reader text = text(new Bounded(bytes, bytesMax));
        CsvReader<CsvRecord> records =
            CsvReader.builder()
                .allowExtraFields(false)
                .allowMissingFields(false)
                .allowExtraCharsAfterClosingQuote(false)
                .maxBufferSize(ROW_CHARACTERS_MAX)
                .ofCsvRecord(text)) {
      UsageBill bill = null;
      for (CsvRecord one : records) {
        line = one.getStartingLineNumber();
        if (bill == null) {
          bill = new UsageBill(one.getFields());
        } else {
          rows.accept(bill.row(one));
        }
      }
      if (bill == null) {
        throw new Refused("the bill is empty; its first line names the columns");
      }
    } catch (CsvParseException e) {
      throw e.getCause() instanceof Refused refused ? refused : unreadable(line);
    } catch (CharacterCodingException e) {
      throw unreadable(line);
    } catch (UncheckedIOException e) {
      throw e.getCause() instanceof CharacterCodingException ? unreadable(line) : e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Refused unreadable(long lineBefore) {
    return new Refused(
        "what follows line " + lineBefore + " is no CSV in UTF-8 with as many fields as line 1");
  }

  private static Reader text(InputStream bytes) throws IOException {
    BufferedReader text =
        new BufferedReader(
            new InputStreamReader(
                bytes,
                StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)));
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
    return text;
  }

  private static int place(List<String> names, String wanted) {
    int place = -1;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).toLowerCase(Locale.ROOT).replaceAll("[\\s_-]", "");
      if (name.equals(wanted)) {
        if (place >= 0) {
          throw new Refused("line 1 names a column twice: " + wanted);
        }
        place = i;
      }
    }
    return place;
  }

  private Row row(CsvRecord one) {
    long line = one.getStartingLineNumber();
    String id = one.getField(requestId).strip();
    String count = one.getField(tokens).strip();
    if (!REQUEST_ID.matcher(id).matches()) {
      throw new Refused("line " + line + ": a request id is 1 to 128 characters, no blanks");
    }
    if (!TOKENS.matcher(count).matches()) {
      throw new Refused("line " + line + ": tokens is a whole number of at most 18 digits");
    }
    String name = batch < 0 ? "" : one.getField(batch).strip();
    if (name.length() > 64) {
      throw new Refused("line " + line + ": a batch has at most 64 characters");
    }
    return new Row(line, id, Long.parseLong(count), name.isEmpty() ? null : name);
  }

  /** Bytes up to a limit. */
  private static final class Bounded extends InputStream {
    private final InputStream bytes;
    private final int max;
    private long left;

    Bounded(InputStream bytes, int max) {
      this.bytes = bytes;
      this.max = max;
      this.left = max;
    }

    @Override
    public int read() throws IOException {
      int one = bytes.read();
      count(one < 0 ? 0 : 1);
      return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = bytes.read(into, offset, length);
      count(Math.max(count, 0));
      return count;
    }

    private void count(int read) {
      left -= read;
      if (left < 0) {
        throw new Refused("the bill is longer than " + max + " bytes; send it in parts");
      }
    }
  }
}
