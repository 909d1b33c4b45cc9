/**
 * Action recall (document 2): actions on business objects as functions that a model can call, and the proxy that calls those
 * which are MCP tools. The flows are {@code routes/recall/}; here are the conversion of schemas, what is asked of Ontology Query
 * and AOI, and what their answers and failures mean.
 */
package dev.caravan.recall;
