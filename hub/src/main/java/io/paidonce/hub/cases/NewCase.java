package io.paidonce.hub.cases;

import io.paidonce.hub.model.ChannelName;
import org.jspecify.annotations.Nullable;

/**
 * Something a person must look at, about to be opened.
 *
 * @param subject what it is about; while a case of this kind and subject is open there is no second
 * @param expected our side, in words
 * @param received the other side, in words
 * @param proposal what we would do
 */
public record NewCase(
    CaseKind kind,
    String subject,
    @Nullable ChannelName channel,
    @Nullable String orderNo,
    @Nullable String expected,
    @Nullable String received,
    @Nullable String proposal) {}
