/** Proofs on whole hubs and real databases: crashes, races, the gate, group commit, failures. */
@NullMarked
package io.paidonce.proof;

import org.jspecify.annotations.NullMarked;
