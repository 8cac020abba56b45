package io.paidonce.hub.pipeline;

import io.paidonce.hub.cases.NewCase;
import io.paidonce.hub.entitlement.Grant;
import io.paidonce.hub.entitlement.Posting;
import io.paidonce.hub.inbox.Settlement;
import io.paidonce.hub.order.OrderRepository;
import io.paidonce.hub.outbox.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to write for one order, all of it or nothing.
 *
 * @param change the order's book before and after; null if there is no such order
 * @param ask the provider should be asked about the order now
 * @param paidNow notifications that wait for this order's payment may be looked at again
 * @param refused transitions that were refused
 */
record Decision(
    OrderRepository.@Nullable Change change,
    List<Grant> newGrants,
    List<Grant> changedGrants,
    List<Posting> postings,
    List<Message> messages,
    List<NewCase> cases,
    List<Settlement> settlements,
    boolean ask,
    boolean paidNow,
    int refused) {}
