package io.paidonce.hub.api;

import io.paidonce.hub.entitlement.BillComparison;
import io.paidonce.hub.entitlement.BillReport;
import io.paidonce.hub.entitlement.Deduction;
import io.paidonce.hub.entitlement.Deductions;
import io.paidonce.hub.entitlement.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Usage: deducted once a request id, one by one or in batches. */
@RestController
@RequestMapping("/api/v1/usage")
class UsageController {

  private static final int ROWS_SHOWN_MAX = 200;

  private final Deductions deductions;
  private final BillComparison bills;
  private final UsageLimits limits;
  private final JsonMapper json;

  UsageController(
      Deductions deductions, BillComparison bills, UsageLimits limits, JsonMapper json) {
    this.deductions = deductions;
    this.bills = bills;
    this.limits = limits;
    this.json = json;
  }

  /** Items are read one by one, so that what is wrong with one is that one's matter. */
  record BatchRequest(@Nullable List<@Nullable JsonNode> items) {}

  @PostMapping
  UsageView deduct(@RequestBody UsageRequest request) {
    try {
      Usage usage = request.usage();
      return UsageView.of(usage.requestId(), deductions.deduct(usage));
    } catch (Usage.Malformed e) {
      throw new Problem(Problem.Code.UNPROCESSABLE, String.valueOf(e.getMessage()));
    }
  }

  @PostMapping(path = "/batch", consumes = MediaType.APPLICATION_JSON_VALUE)
  UsageView.Batch deductAll(InputStream body) throws IOException {
    List<@Nullable JsonNode> nodes = items(body);
    List<UsageView.Item> answers = new ArrayList<>();
    List<Usage> usages = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (JsonNode node : nodes) {
      try {
        usages.add(usage(node));
        places.add(answers.size());
        answers.add(UsageView.Item.invalid(null, "undecided"));
      } catch (Usage.Malformed e) {
        answers.add(UsageView.Item.invalid(id(node), String.valueOf(e.getMessage())));
      } catch (JacksonException e) {
        answers.add(UsageView.Item.invalid(id(node), "the item has the wrong shape"));
      }
    }
    List<Deduction> decided = deductions.deduct(usages);
    for (int i = 0; i < decided.size(); i++) {
      answers.set(places.get(i), UsageView.Item.of(usages.get(i).requestId(), decided.get(i)));
    }
    return new UsageView.Batch(answers);
  }

  /** Compares upstream's bill; changes nothing. */
  @PostMapping(path = "/bills", consumes = "text/csv")
  BillReport compare(
      InputStream bill,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable String asset,
      @RequestParam(defaultValue = "50") int limit) {
    if (limit < 1 || limit > ROWS_SHOWN_MAX || (from == null) != (to == null)) {
      throw new Problem(
          Problem.Code.BAD_REQUEST,
          "limit is 1 to " + ROWS_SHOWN_MAX + "; from and to come together");
    }
    BillReport report;
    try {
      report = bills.compare(bill, new BillComparison.Scope(from, to, asset), limit);
    } catch (BillComparison.Refused e) {
      throw new Problem(Problem.Code.UNPROCESSABLE, String.valueOf(e.getMessage()));
    }
    if (report == null) {
      throw new Problem(Problem.Code.UNAVAILABLE, "other bills are being compared; try again");
    }
    return report;
  }

  private List<@Nullable JsonNode> items(InputStream body) throws IOException {
    byte[] bytes = body.readNBytes(limits.batchBytesMax() + 1);
    if (bytes.length > limits.batchBytesMax()) {
      throw tooLong();
    }
    try {
      BatchRequest request = json.readValue(bytes, BatchRequest.class);
      if (request == null || request.items() == null) {
        throw new Problem(Problem.Code.UNPROCESSABLE, "a batch is {\"items\": [deductions]}");
      }
      if (request.items().size() > limits.batchMax()) {
        throw tooLong();
      }
      return request.items();
    } catch (JacksonException e) {
      throw new Problem(Problem.Code.BAD_REQUEST, "the body or a parameter has the wrong shape");
    }
  }

  private Problem tooLong() {
    return new Problem(
        Problem.Code.UNPROCESSABLE,
        "a batch has at most " + limits.batchMax() + " items; send several batches");
  }

  private Usage usage(@Nullable JsonNode node) {
    UsageRequest none = new UsageRequest(null, null, null, null, null, null);
    return node == null || node.isNull()
        ? none.usage()
        : json.treeToValue(node, UsageRequest.class).usage();
  }

  /** The id as it was sent, if it is short enough to be sent back. */
  private static @Nullable String id(@Nullable JsonNode node) {
    JsonNode id = node == null ? null : node.get("requestId");
    return id != null && id.isString() && id.asString().length() <= 128 ? id.asString() : null;
  }
}
