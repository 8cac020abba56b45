package io.paidonce.hub.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.paidonce.hub.cases.CaseRepository;
import io.paidonce.hub.story.Story;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What operators and backends read: accounts, notifications, cases, the trial balance. */
@RestController
@RequestMapping("/api/v1")
class ReadController {

  private static final int PAGE_MAX = 200;

  private final Story story;

  ReadController(Story story) {
    this.story = story;
  }

  /** A page; {@code next} is given back as {@code after} for the page behind it. */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  record Page<T>(List<T> items, @Nullable String next) {
    static <T> Page<T> of(List<T> items, int limit, Function<T, String> id) {
      return new Page<>(items, items.size() < limit ? null : id.apply(items.get(items.size() - 1)));
    }
  }

  @GetMapping("/accounts/{userId}/{asset}")
  Map<String, Object> account(@PathVariable String userId, @PathVariable String asset) {
    return Map.of(
        "userId", userId, "asset", asset, "balance", story.balance(userId, asset).orElse(0L));
  }

  @GetMapping("/accounts/{userId}/{asset}/entries")
  Page<Story.EntryView> entries(
      @PathVariable String userId,
      @PathVariable String asset,
      @RequestParam(required = false) @Nullable Long after,
      @RequestParam(defaultValue = "50") int limit) {
    int size = limit(limit);
    return Page.of(
        story.entries(userId, asset, after, size), size, entry -> Long.toString(entry.id()));
  }

  @GetMapping("/notifications")
  Page<Story.NotificationView> notifications(
      @RequestParam(required = false) @Nullable String orderNo,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") int limit) {
    int size = limit(limit);
    return Page.of(story.notifications(orderNo, after, size), size, Story.NotificationView::id);
  }

  @GetMapping("/cases")
  Page<CaseRepository.ProblemCase> cases(
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") int limit) {
    int size = limit(limit);
    return Page.of(story.cases(state, after, size), size, CaseRepository.ProblemCase::id);
  }

  @GetMapping("/ledger/trial-balance")
  Map<String, Object> trialBalance() {
    return Map.of("items", story.trialBalance(), "crookedAccounts", story.crookedAccounts());
  }

  private static int limit(int wanted) {
    if (wanted < 1 || wanted > PAGE_MAX) {
      throw new Problem(Problem.Code.BAD_REQUEST, "limit is 1 to " + PAGE_MAX);
    }
    return wanted;
  }
}
