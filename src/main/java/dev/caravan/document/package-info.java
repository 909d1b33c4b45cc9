/**
 * Documents in MongoDB: the parts of the {@code mongo_*} tools that YAML can't express. They are the stored form, queries made with the
 * driver's builders and never from a caller's text, and the client with its timeouts.
 */
package dev.caravan.document;
