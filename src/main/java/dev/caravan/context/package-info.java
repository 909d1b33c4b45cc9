/**
 * JSON contexts, and the operations of tools that are bound to them: finds a place by JSON Pointer, queries it, changes its elements, shows
 * its structure. It does not know whose tool calls it, or how the call arrived.
 */
package dev.caravan.context;
