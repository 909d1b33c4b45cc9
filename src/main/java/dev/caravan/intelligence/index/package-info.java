/**
 * The index of workspaces, on the engine of {@code retrieval}: how files and their graph are built and kept with their chunks, and what the index is asked. It needs
 * Neo4j alone, so its state and its lease are there too.
 */
package dev.caravan.intelligence.index;
