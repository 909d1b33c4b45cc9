/**
 * Ontology Query and AOI as far as recall needs them, for gateways without a KWeaver installation: knowledge networks and
 * toolboxes from files, MCP servers from {@code config/upstream.yaml}. Their endpoints are routes in {@code routes/recall/}.
 */
package dev.caravan.recall.local;
