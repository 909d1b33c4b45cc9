/**
 * What gateways share: values with owners and time limits ({@link dev.caravan.store.KeyValue}), notices of changes
 * ({@link dev.caravan.store.Notifications}), messages to one gateway ({@link dev.caravan.store.NodeMessaging}) and claims, all in one
 * PostgreSQL database ({@link dev.caravan.store.Store}). Without a database, values are in memory and there is one gateway.
 *
 * <p>Claims with a lease are our own code ({@link dev.caravan.store.Claims}, {@link dev.caravan.store.Heartbeat}; in Neo4j
 * {@code retrieval.Leases}), not db-scheduler's. Its version 16.7.1, tried on PostgreSQL 17, cannot keep these promises:
 * <ul>
 * <li>Users take turns. db-scheduler takes due work by priority and time: while six indexes of one user waited, another user's index began
 * last, and two threads worked for one user at the same time. ({@code IndexClaimsTest}, {@code IndexFairnessTest})
 * <li>A context that changes while it is indexed is indexed again. For running work, {@code scheduleIfNotExists} does nothing and
 * {@code reschedule} throws {@code TaskInstanceCurrentlyExecutingException}: the change is lost.
 * <li>Code is indexed without PostgreSQL. Its lease is in Neo4j, beside the index that it guards, and each writing transaction checks it.
 * </ul>
 * db-scheduler does not fit long calls as tasks either: their state is in one gateway's memory, so when that gateway ends they fail and no
 * other gateway continues them.
 */
package dev.caravan.store;
