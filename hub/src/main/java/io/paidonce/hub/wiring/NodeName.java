package io.paidonce.hub.wiring;

/** What this process is called in claims and counts. */
record NodeName(String value) {}
