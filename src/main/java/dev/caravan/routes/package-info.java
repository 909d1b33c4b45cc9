/**
 * Reloads the routes directory while the gateway serves. A changed file is first rehearsed in a separate context, where every mistake is
 * found. Then only the routes that differ are replaced, each behind a gate: the gate waits for running calls, and holds new calls back for
 * a moment. A broken edit never withdraws a working route. The log, health and a metric report it.
 * {@link dev.caravan.routes.Gate} is here, since the reload holds it; the consumers of all kinds of calls only pass it.
 *
 * <p>{@link dev.caravan.routes.LiveFiles} takes up edits of other files likewise: keys, toolsets, servers, APIs, Kamelets, knowledge
 * networks and toolboxes. {@link dev.caravan.routes.SettingsFile} reads such files.
 */
package dev.caravan.routes;
