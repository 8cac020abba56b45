package io.paidonce.hub.pipeline;

import io.paidonce.hub.entitlement.EntitlementRepository.Account;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.order.Book;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a batch reads, under lock, before it decides.
 *
 * @param books by order number
 * @param grants by order number
 * @param balances of the users concerned, if the policy needs them; decisions of one batch see each
 *     other's postings through it
 * @param contradicted event keys that were told with different facts
 */
record Snapshot(
    Map<String, Book> books,
    Map<String, List<Grant>> grants,
    Map<Account, Long> balances,
    Set<String> contradicted) {

  Book book(String orderNo) {
    Book book = books.get(orderNo);
    if (book == null) {
      throw new IllegalStateException("an attempt points to order " + orderNo + ", which is gone");
    }
    return book;
  }

  List<Grant> grants(String orderNo) {
    return grants.getOrDefault(orderNo, List.of());
  }
}
