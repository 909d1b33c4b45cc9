/**
 * Safe live reload of the routes directory. A changed file is rehearsed in a context of its own, where every mistake
 * surfaces; then just the routes that differ are replaced, each behind a gate that lets calls in flight finish and holds new
 * ones for a moment. A broken edit never withdraws what works: it is told in the log, in health and in a metric.
 */
package dev.caravan.routes;
