/**
 * Whether what the gateway needs is there. Each capability says how its databases and services are asked ({@link
 * dev.caravan.health.Check}); all are asked side by side and within a limit, so that one that hangs neither holds the page up nor
 * hides the others. None of them ever makes the gateway dead or unready: the other tools work.
 */
package dev.caravan.health;
