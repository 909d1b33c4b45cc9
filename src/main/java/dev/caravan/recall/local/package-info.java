/**
 * Ontology Query and AOI as far as recall needs them, for gateways without a KWeaver installation: knowledge networks and toolboxes from
 * files, and MCP servers from {@code config/servers}. The routes in {@code routes/recall/} serve their endpoints.
 */
package dev.caravan.recall.local;
