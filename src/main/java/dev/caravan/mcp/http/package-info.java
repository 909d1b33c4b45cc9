/**
 * What the protocol says of HTTP: methods, media types, errors, and the event streams on which legacy clients hear of
 * changes. Everything behind it is the same for the bus and for stdio.
 */
package dev.caravan.mcp.http;
