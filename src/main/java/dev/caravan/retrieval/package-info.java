/**
 * What searches share: the one model that embeds texts, in this process or behind an endpoint; queries in Lucene's language out of
 * what people type; the fusion of rankings; and transactions on Neo4j.
 */
package dev.caravan.retrieval;
