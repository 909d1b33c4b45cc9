/**
 * Documents in MongoDB: what the {@code mongo_*} routes can't say in YAML — the stored form, queries built with the
 * driver's own builders (never from the caller's text), and the client with its time limits.
 */
package dev.caravan.document;
