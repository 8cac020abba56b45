package io.paidonce.simulator.page;

import io.paidonce.simulator.story.Finding;
import io.paidonce.simulator.story.Outcome;
import io.paidonce.simulator.story.Report;
import io.paidonce.simulator.story.Trickle;
import java.util.List;

/** The pages, self-contained: no script, no picture, no other address. */
public final class Html {

  private static final int BREACHES_SHOWN_MAX = 3;

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>PaidOnce simulator</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">%s
      <style>
      :root { color-scheme: light dark; --line: #8884; --soft: #8882;
        --ok: #1a7f4b; --bad: #c4314b }
      body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2.5rem auto;
        padding: 0 1.25rem }
      h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.05rem; margin: 2.2rem 0 .6rem }
      p { margin: .4rem 0 } .quiet { opacity: .7 }
      .badge { display: inline-block; padding: .15rem .7rem; border-radius: 1rem; color: #fff;
        font-weight: 600; font-size: .9rem }
      .ok { background: var(--ok) } .bad { background: var(--bad) }
      table { border-collapse: collapse; width: 100%% } .wide { overflow-x: auto }
      th, td { text-align: right; padding: .4rem .6rem; border-bottom: 1px solid var(--line);
        font-variant-numeric: tabular-nums }
      th:first-child, td:first-child { text-align: left } th { font-weight: 600 }
      ul { list-style: none; padding: 0; columns: 2 20rem } li { padding: .2rem 0;
        break-inside: avoid } li b { display: inline-block; width: 1.4rem }
      .held b { color: var(--ok) } .broken b, .broken span { color: var(--bad) }
      small { display: block; margin-left: 1.4rem } code, pre { background: var(--soft);
        border-radius: .3rem; padding: .1rem .35rem } pre { padding: .8rem; overflow-x: auto }
      </style></head><body>
      """;

  private Html() {}

  /** The demo's page: the table, the promises, what came in since. Reloads every 5 s. */
  public static String demo(Outcome outcome, Trickle trickle, String hubAddress) {
    StringBuilder page = new StringBuilder(8_192);
    page.append(HEAD.formatted("\n<meta http-equiv=\"refresh\" content=\"5\">"));
    page.append("<h1>PaidOnce demo</h1><p><span class=\"badge ")
        .append(outcome.allHeld() ? "ok" : "bad")
        .append("\">")
        .append(escape(Report.conclusion(outcome)))
        .append("</span></p><p class=\"quiet\">")
        .append(outcome.orders())
        .append(" orders, ")
        .append(outcome.sent())
        .append(" deliveries, ")
        .append(outcome.repeats())
        .append(" of them repeats, ")
        .append(outcome.pairs())
        .append(" pairs at the same instant; the hub was killed and restarted once; seed ")
        .append(outcome.seed())
        .append(". Hub: <code>")
        .append(escape(hubAddress))
        .append("</code></p><h2>The story</h2>");
    table(page, outcome.rows(), true);
    page.append("<h2>Promises</h2><ul>");
    outcome.findings().forEach(finding -> promise(page, finding));
    page.append("</ul><h2>Since then</h2><p>")
        .append(trickle.applied())
        .append(" more orders, each seen paid with its one amount; ")
        .append(trickle.late())
        .append(" not seen paid in time.</p>");
    table(page, trickle.rows(), false);
    return page.append("</body></html>").toString();
  }

  /** The page of the simulator alone. */
  public static String serve(String channels) {
    return HEAD.formatted("")
        + """
        <h1>PaidOnce provider simulator</h1>
        <p>Signs and sends notifications like Alipay and WeChat Pay, on request.</p>
        <h2>Channels for the receiver</h2><pre>%s</pre>
        <h2>Send one</h2>
        <pre>curl -X POST http://HOST:PORT/simulator/send -H 'Content-Type: application/json' -d '
        {"url": "http://127.0.0.1:8080/notify/shop-alipay", "dialect": "alipay",
         "kind": "payment", "outTradeNo": "T20260301", "amountFen": 1000}'</pre>
        <p>Dialects: <code>alipay</code> <code>wechatpay</code> <code>wechatpay-v2</code>; kinds:
        <code>payment</code> <code>refund</code> <code>forged</code> <code>tampered</code>.
        Optional: <code>tradeNo</code>, <code>refundNo</code>, <code>refundFen</code>.</p>
        </body></html>
        """
            .formatted(escape(channels));
  }

  private static void table(StringBuilder page, List<Outcome.Row> rows, boolean withApplied) {
    page.append("<div class=\"wide\"><table><tr><th></th><th>sent</th><th>accepted</th>")
        .append("<th>duplicate</th><th>rejected</th><th>no answer</th>")
        .append(withApplied ? "<th>applied</th></tr>" : "</tr>");
    for (Outcome.Row row : rows) {
      page.append("<tr><td>").append(row.dialect().label()).append("</td>");
      for (int cell :
          List.of(row.sent(), row.accepted(), row.duplicate(), row.rejected(), row.unanswered())) {
        page.append("<td>").append(cell).append("</td>");
      }
      page.append(withApplied ? "<td>" + row.applied() + "</td></tr>" : "</tr>");
    }
    page.append("</table></div>");
  }

  private static void promise(StringBuilder page, Finding finding) {
    page.append(finding.held() ? "<li class=\"held\"><b>✓</b>" : "<li class=\"broken\"><b>✗</b>")
        .append("<span>")
        .append(escape(finding.promise().text()))
        .append("</span>");
    finding.breaches().stream()
        .limit(BREACHES_SHOWN_MAX)
        .forEach(breach -> page.append("<small>").append(escape(breach)).append("</small>"));
    page.append("</li>");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
