/** OpenSearch: indexes, searches, bulk writes and aggregations over its REST API. The flows are in {@code routes/databases/opensearch.camel.yaml}. */
package dev.caravan.database.opensearch;
