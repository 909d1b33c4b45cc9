/**
 * The engine of both indexes, that of contexts ({@code search}) and that of code ({@code intelligence.index}). A source says what its chunks are in Neo4j
 * ({@link dev.caravan.retrieval.ChunkKind}), cuts them, and gives the answer its shape; the rest is here: the schema, the model that embeds, the one writer that makes
 * only the vectors that no equal chunk has, rankings by words and by vectors with their fusion, leases, and progress.
 *
 * <p>Sources keep two things of their own. Labels and properties of nodes are those of former versions, so that old and new gateways can share a database. And vectors
 * are ranked in two ways: a place in a context is searched exactly, as the nearest of a whole index may all lie outside of it; a workspace is searched whole, by an
 * approximate index of its own, as it may have more chunks than fit in memory.
 */
package dev.caravan.retrieval;
