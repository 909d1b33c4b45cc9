/**
 * Tool management: users' tools on contexts, MCP instances, and the bindings between them. To the protocol, an instance is a catalogue like
 * the gateway's own. The routes in {@code routes/contexts/} do the work of its tools.
 */
package dev.caravan.catalogue;
