/**
 * Implements what the protocol says of HTTP: methods, media types, errors, and event streams for legacy clients. Everything behind it is
 * the same for the bus and for stdio.
 */
package dev.caravan.mcp.http;
