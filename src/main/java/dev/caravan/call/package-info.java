/**
 * What calling a tool and reading a resource have in common: who asks and in which trace, the registry of the routes that
 * serve, the gate and the time limit under which they run, the audit event. Knows neither tools nor resources.
 */
package dev.caravan.call;
