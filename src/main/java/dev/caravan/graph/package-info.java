/**
 * The graph in Neo4j: what the {@code neo4j_*} routes can't say in YAML — running their Cypher with the caller's arguments
 * as parameters, the white list of labels and types, values between JSON and Neo4j, and the indexes.
 */
package dev.caravan.graph;
