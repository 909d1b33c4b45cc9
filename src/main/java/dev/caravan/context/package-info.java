/**
 * JSON contexts and what tools that are bound to one do with it: find a place by JSON Pointer, query, change its elements,
 * show its structure. Whose tool it is and how it came to be called it doesn't know.
 */
package dev.caravan.context;
