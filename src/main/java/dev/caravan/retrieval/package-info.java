/**
 * The engine of both indexes, for contexts ({@code search}) and for code ({@code intelligence.index}). A source describes its chunks in
 * Neo4j ({@link dev.caravan.retrieval.ChunkKind}), cuts them, and shapes the answer. The engine does the rest: schema, embedding, writing
 * under a lease with reuse of equal chunks' vectors, rankings by words and vectors with their fusion, and progress.
 *
 * <p>Sources differ in their labels and properties of nodes, and in how they rank vectors. A place in a context is searched exactly, since
 * the nearest chunks of the whole index may all lie outside it. A workspace is searched with its own approximate index, since it may have
 * more chunks than fit in memory.
 *
 * <p><b>Indexes that are made again.</b> Each chunk records its make: the model, its dimensions, and the version of the rules that cut
 * texts. New chunks replace old ones string by string or file by file, each in one transaction, so that the index always answers.
 * <ul>
 * <li>Other rules, same model: old and new vectors are ranked together.
 * <li>Other model, contexts: a search also ranks old chunks by words, and by their own model if it runs in this process
 * ({@link dev.caravan.retrieval.LoadedModels}).
 * <li>Other model, code: only words rank until the build has ended, and the answer has a warning. The vector index of a workspace has one
 * number of dimensions, so it is created again.
 * </ul>
 */
package dev.caravan.retrieval;

