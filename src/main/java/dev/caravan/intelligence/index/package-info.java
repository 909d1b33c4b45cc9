/** The index of workspaces in Neo4j: how it is built and kept, and what it is asked. */
package dev.caravan.intelligence.index;
