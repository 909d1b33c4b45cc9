/**
 * OpenSearch: indexes, searches, bulk writes and aggregations over its REST API. The flows are in {@code routes/databases/opensearch.camel.yaml}.
 *
 * <p>It is not opensearch-java (3.6.0): that client holds an answer as a whole, and one that is larger than its buffer is a
 * ContentTooLongException. A query here reads the rows that fit into {@code max-read} from the stream and tells that others follow
 * (MemoryOfCallsTest). Its exchanges would also bypass the route's {@code http:} endpoint, which has the deadline of the call,
 * TLS and the pool.
 */
package dev.caravan.database.opensearch;
