package io.paidonce.testkit.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TopologyTest {

  private static final String OLD =
      """
      aa 127.0.0.1:7001@17001 master - 0 0 1 connected 0-8000 8002 [8003->-bb]
      bb 127.0.0.1:7002@17002 myself,master - 0 0 2 connected 8001 8003-16383
      cc 127.0.0.1:7003@17003 slave aa 0 0 1 connected
      """;

  private static final String NEW =
      """
      aa 127.0.0.1:7001@17001 master,fail - 0 0 1 disconnected
      bb 127.0.0.1:7002@17002 master - 0 0 2 connected 8001 8003-16383
      cc 127.0.0.1:7003@17003 myself,master - 0 0 3 connected 0-8000 8002
      """;

  @Test
  void nodeIsReadFromItsLine() {
    Member first = Member.all(OLD).get(0);
    assertThat(first.id()).isEqualTo("aa");
    assertThat(first.port()).isEqualTo(7001);
    assertThat(first.master()).isTrue();
    assertThat(first.owns(8000)).isTrue();
    assertThat(first.owns(8001)).isFalse();
    assertThat(first.owns(8002)).isTrue();
    assertThat(first.owns(8003)).isFalse();
    assertThat(Member.all(OLD).get(2).master()).isFalse();
  }

  @Test
  void laterElectionIsBelieved() {
    assertThat(topology(OLD, NEW).ownerOf(8002)).isEqualTo(7003);
    assertThat(topology(NEW, OLD).ownerOf(8002)).isEqualTo(7003);
    assertThat(topology(OLD).ownerOf(8002)).isEqualTo(7001);
    assertThatThrownBy(() -> topology().ownerOf(0)).isInstanceOf(NoSuchElementException.class);
  }

  @Test
  void nodesOfOneMindAreAtRest() {
    assertThat(topology(OLD, OLD).unrest(Set.of(7001, 7002, 7003))).isEmpty();
    assertThat(topology(NEW, NEW).unrest(Set.of(7002, 7003))).isEmpty();
  }

  @Test
  void differenceLackAndAbsenceAreUnrest() {
    assertThat(topology(OLD, NEW).unrest(Set.of(7001, 7002, 7003))).contains("differ");
    assertThat(topology(OLD).unrest(Set.of(7002, 7003))).contains("[7001, 7002]");
    assertThat(topology(NEW.replace(" 8002", "")).unrest(Set.of(7002, 7003))).contains("16383");
    assertThat(topology(NEW.replace("myself", "fail?")).unrest(Set.of(7002, 7003))).isNotEmpty();
    assertThat(topology().unrest(Set.of())).contains("no node");
  }

  private static Topology topology(String... views) {
    return new Topology(List.of(views).stream().map(Member::all).toList());
  }
}
