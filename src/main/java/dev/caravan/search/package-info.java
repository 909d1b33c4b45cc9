/**
 * Search by meaning and by words in JSON documents, on the engine of {@code retrieval}: strings are cut into chunks, and a query ranks the chunks of one scope both
 * ways, exactly, and fuses the rankings. What is indexed when, and for whom, is decided outside.
 */
package dev.caravan.search;
