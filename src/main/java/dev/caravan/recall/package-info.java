/**
 * Action recall (document 2): offers actions on business objects to models as functions, and calls those that are MCP tools through a
 * proxy. The flows are in {@code routes/recall/}. This package converts schemas, makes the requests to Ontology Query and AOI, and
 * interprets their answers and failures.
 */
package dev.caravan.recall;
