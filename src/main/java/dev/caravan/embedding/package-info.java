/** Vectors of texts: the one model of this gateway, in this process or behind an endpoint. */
package dev.caravan.embedding;
