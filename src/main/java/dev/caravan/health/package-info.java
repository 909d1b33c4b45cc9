/**
 * Checks the dependencies of the gateway. Each capability provides the checks of its databases and services
 * ({@link dev.caravan.health.Check}). All run in parallel within a time limit, so that one that hangs neither blocks the health page nor
 * hides the others. None makes the gateway dead or unready, because other tools still work.
 */
package dev.caravan.health;
