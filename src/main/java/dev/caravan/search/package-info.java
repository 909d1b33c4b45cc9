/**
 * Searches strings in JSON documents by meaning and by words, with the engine of {@code retrieval}. Strings are cut into chunks. A query
 * ranks the chunks of one scope by both, exactly, and fuses the rankings. The callers decide what is indexed, when and for whom.
 */
package dev.caravan.search;
