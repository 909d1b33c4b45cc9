/**
 * What the stores of several capabilities need alike, and the PostgreSQL database that gateways share.
 *
 * <p>Work that a gateway claims for the time of a lease is ours ({@link dev.caravan.store.Claims}, {@link dev.caravan.store.Heartbeat}; in Neo4j
 * {@code retrieval.Leases}), not db-scheduler's. Its version 16.7.1, tried on PostgreSQL 17, can't keep these promises:
 * <ul>
 * <li>Users take turns. It takes what is due by priority and time: while six indexes of one user waited, that of another user began last, and two threads worked for
 * one user at once. ({@code IndexClaimsTest}, {@code IndexFairnessTest})
 * <li>A context that changes while it is indexed is indexed again. {@code scheduleIfNotExists} of what runs does nothing, {@code reschedule} of it throws
 * {@code TaskInstanceCurrentlyExecutingException}: the change is lost.
 * <li>Gateways of two versions share a database. Those of the last claim rows of {@code search_index_task}; a second table of claims would have both index the same.
 * <li>Code is indexed without PostgreSQL. Its lease is in Neo4j, beside the index that it guards, and is checked in each transaction that writes.
 * </ul>
 * Calls that go on as tasks are no work for it either: what they do lives in one gateway's memory, so that they fail, and aren't taken up, where that ends.
 */
package dev.caravan.store;
