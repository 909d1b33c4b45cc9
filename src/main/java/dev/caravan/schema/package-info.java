/** Resolves the references of JSON Schemas that others wrote, within limits. Nothing is fetched. */
package dev.caravan.schema;
