/**
 * The engine of both indexes, for contexts ({@code search}) and for code ({@code intelligence.index}). A source describes its chunks in Neo4j
 * ({@link dev.caravan.retrieval.ChunkKind}), cuts them, and shapes the answer. The engine does the rest: schema, embedding, writing under a lease
 * with reuse of equal chunks' vectors, rankings by words and vectors with their fusion, and progress.
 *
 * <p>Sources differ in two ways. Labels and properties of nodes are those of earlier versions, so that old and new gateways can share a database. And
 * they rank vectors differently. A place in a context is searched exactly, since the nearest chunks of the whole index may all lie outside it. A
 * workspace is searched with its own approximate index, since it may have more chunks than fit in memory.
 */
package dev.caravan.retrieval;
