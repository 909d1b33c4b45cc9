/**
 * The graph in Neo4j: the parts of the {@code neo4j_*} tools that YAML can't express. The package runs the tools' Cypher with the caller's
 * arguments as parameters. It keeps the white list of labels and types, converts values between JSON and Neo4j, and creates the indexes.
 */
package dev.caravan.graph;
