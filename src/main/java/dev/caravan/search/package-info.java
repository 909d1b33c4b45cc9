/**
 * Search by meaning and by words: strings of JSON documents are cut into chunks, embedded, and kept in Neo4j with their
 * vectors and full text; a query ranks the chunks of one scope both ways, exactly, and fuses the rankings. What is indexed
 * when, and for whom, is decided outside.
 */
package dev.caravan.search;
