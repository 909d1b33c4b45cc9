/**
 * Publishes the metrics of the gateway beside those of calls: breakers, pools, queues, and sources of tools. Capabilities register their own; this package
 * knows none. Reading a metric never waits for a database.
 */
package dev.caravan.metrics;
