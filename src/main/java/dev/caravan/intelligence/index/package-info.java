/**
 * The index of workspaces, on the engine of {@code retrieval}: builds it, stores files, graph and chunks, and answers queries. It needs
 * only Neo4j, so its state and its leases are there too.
 */
package dev.caravan.intelligence.index;
