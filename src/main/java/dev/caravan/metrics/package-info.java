/**
 * What is measured of the gateway beside its calls: breakers, pools, queues. Whoever has something of the kind hands it in; nobody here
 * knows a capability. Reading a metric never waits for a database.
 */
package dev.caravan.metrics;
