/**
 * OpenSearch: indexes, searches, bulk writes and aggregations over its REST API. The flows are in
 * {@code routes/databases/opensearch.camel.yaml}.
 *
 * <p>The package does not use opensearch-java (3.6.0). That client holds a whole answer in memory, and throws ContentTooLongException if
 * the answer is larger than its buffer. A query here reads the rows that fit into {@code max-read} from the stream and says that others
 * follow (MemoryOfCallsTest). The client would also bypass the route's {@code http:} endpoint, which has the deadline of the call, TLS and
 * the connection pool.
 */
package dev.caravan.database.opensearch;
