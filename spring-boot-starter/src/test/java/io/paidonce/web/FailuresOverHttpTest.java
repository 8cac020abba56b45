package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** What becomes of the key, and of what was written, when the answer is not a success. */
class FailuresOverHttpTest {

  @RestController
  @IdempotentRequest
  static class Shop {
    final AtomicInteger runs = new AtomicInteger();

    @PostMapping("/throws")
    String broken() {
      throw new IllegalStateException("run " + runs.incrementAndGet());
    }

    @PostMapping("/conflict")
    ResponseEntity<String> conflict() {
      return ResponseEntity.status(409).body("run " + runs.incrementAndGet());
    }

    @PostMapping("/gone")
    String gone() {
      runs.incrementAndGet();
      throw new ResponseStatusException(HttpStatus.GONE);
    }

    @PostMapping("/kept/conflict")
    @IdempotentRequest(replayFailures = true)
    ResponseEntity<String> keptConflict() {
      return ResponseEntity.status(422).header("X-Why", "b").body("r" + runs.incrementAndGet());
    }

    @PostMapping("/kept/gone")
    @IdempotentRequest(replayFailures = true)
    String keptGone() {
      runs.incrementAndGet();
      throw new ResponseStatusException(HttpStatus.GONE);
    }

    @PostMapping("/kept/throws")
    @IdempotentRequest(replayFailures = true)
    String keptThrows() {
      throw new IllegalStateException("run " + runs.incrementAndGet());
    }

    @PostMapping("/first-fails")
    ResponseEntity<String> firstFails() {
      int run = runs.incrementAndGet();
      return ResponseEntity.status(run == 1 ? 503 : 200).body("run " + run);
    }

    record Unwritable(AtomicInteger runs) {
      @SuppressWarnings("unused") // Jackson reads it
      public String getValue() {
        if (runs.get() > 0) {
          throw new IllegalStateException("cannot be written");
        }
        return "";
      }
    }

    @PostMapping("/unwritable")
    Object unwritable() {
      runs.incrementAndGet();
      return new Unwritable(runs);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatFailedRunsAgain(Stand stand) {
    try (Site site = Site.of(stand, Shop.class)) {
      AtomicInteger runs = site.bean(Shop.class).runs;
      for (String path : new String[] {"/throws", "/conflict", "/gone", "/kept/throws"}) {
        runs.set(0);
        Site.Reply first = site.post(path).key("1").send();
        Site.Reply second = site.post(path).key("1").send();
        assertThat(first.status()).as(path).isGreaterThanOrEqualTo(400);
        assertThat(second.status()).as(path).isEqualTo(first.status());
        assertThat(second.replayed()).as(path).isFalse();
        assertThat(runs).as(path).hasValue(2); // F29, F57
      }
      runs.set(0);
      assertThat(site.post("/first-fails").key("1").send().status()).isEqualTo(503);
      assertThat(site.post("/first-fails").key("1").send().text()).isEqualTo("run 2");
      assertThat(site.post("/first-fails").key("1").send().replayed()).isTrue(); // C174
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusalsAreKeptWhereThatIsSaid(Stand stand) {
    try (Site site = Site.of(stand, Shop.class)) {
      AtomicInteger runs = site.bean(Shop.class).runs;
      Site.Reply first = site.post("/kept/conflict").key("1").send();
      Site.Reply second = site.post("/kept/conflict").key("1").send();
      assertThat(first.status()).isEqualTo(422);
      assertThat(second.same()).isEqualTo(first.same());
      assertThat(second.replayed()).isTrue();
      assertThat(runs).hasValue(1);
      assertThat(site.post("/kept/gone").key("1").send().status()).isEqualTo(410);
      Site.Reply again = site.post("/kept/gone").key("1").send();
      assertThat(again.status()).isEqualTo(410);
      assertThat(again.replayed()).isTrue();
      assertThat(again.json().get("error").asString()).isEqualTo("Gone");
      assertThat(runs).hasValue(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatBreaksAfterTheEffectIsNotRunAgain(Stand stand) {
    try (Site site = Site.of(stand, Shop.class)) {
      AtomicInteger runs = site.bean(Shop.class).runs;
      assertThat(site.post("/unwritable").key("1").send().status()).isEqualTo(500);
      for (int i = 0; i < 10; i++) {
        Site.Reply again = site.post("/unwritable").key("1").send();
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.code()).isEqualTo("IDEMPOTENCY_ANSWER_LOST");
      }
      assertThat(runs).hasValue(1); // F31, C112
      Site.Reply notAcceptable =
          site.post("/unwritable").key("2").header("Accept", "image/png").send();
      assertThat(notAcceptable.status()).isEqualTo(406);
      assertThat(site.post("/unwritable").key("2").send().code())
          .isEqualTo("IDEMPOTENCY_ANSWER_LOST");
      assertThat(runs).hasValue(2);
    }
  }

  static class Refusing extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static class Books {
    final JdbcClient jdbc;

    Books(JdbcClient jdbc) {
      this.jdbc = jdbc;
      jdbc.sql("CREATE TABLE IF NOT EXISTS booked (id INT)").update();
    }

    @Transactional
    public void book(boolean refuse) {
      jdbc.sql("INSERT INTO booked (id) VALUES (1)").update();
      if (refuse) {
        throw new Refusing();
      }
    }

    long count() {
      return jdbc.sql("SELECT COUNT(*) FROM booked").query(Long.class).single();
    }
  }

  @RestController
  @IdempotentRequest
  static class Desk {
    private final ObjectProvider<Books> books;

    Desk(ObjectProvider<Books> books) {
      this.books = books;
    }

    @PostMapping("/books/then-conflict")
    ResponseEntity<String> bookThenConflict() {
      books.getObject().book(false);
      return ResponseEntity.status(409).body("conflict");
    }

    @PostMapping("/books/kept")
    @IdempotentRequest(replayFailures = true)
    ResponseEntity<String> kept() {
      books.getObject().book(true);
      return ResponseEntity.ok("not reached");
    }

    @PostMapping("/books")
    String book() {
      books.getObject().book(false);
      return "booked";
    }

    @ExceptionHandler(Refusing.class)
    ResponseEntity<String> refused() {
      return ResponseEntity.status(422).body("refused");
    }
  }

  @Test
  void aRecordTakesBackWhatAFailedHandlerHasWritten() {
    try (Site site = Site.of(Stand.RECORD, Books.class, Desk.class)) {
      Books books = site.bean(Books.class);
      assertThat(site.post("/books/then-conflict").key("1").send().status()).isEqualTo(409);
      assertThat(books.count()).isZero(); // F29
      assertThat(site.post("/books").key("1").send().status()).isEqualTo(200);
      assertThat(site.post("/books").key("1").send().replayed()).isTrue();
      assertThat(books.count()).isEqualTo(1);
    }
  }

  @Test
  void aRefusalStandsAlsoIfItsRecordWasRolledBack() {
    try (Site site = Site.of(Stand.RECORD, Books.class, Desk.class)) {
      for (int i = 0; i < 2; i++) {
        Site.Reply reply = site.post("/books/kept").key("1").send();
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.text()).isEqualTo("refused");
        assertThat(reply.replayed()).isFalse();
      }
      assertThat(site.bean(Books.class).count()).isZero();
    }
  }
}
