/**
 * Reads JSON within limits of size and depth, resolves the references of JSON Schemas that others wrote, and evaluates callers' JMESPath
 * expressions within limits of time and size. Nothing is fetched.
 */
package dev.caravan.json;
