/**
 * Tool management: tools that users make upon contexts, MCP instances, and which instance has which tool. To the protocol
 * an instance is a catalogue like the gateway's own; what its tools do is in {@code routes/contexts/}.
 */
package dev.caravan.catalogue;
