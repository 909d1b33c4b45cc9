/**
 * What HTTP adds to the protocol: who may connect (Origin, Host), methods, media types, body size, and how undertow's
 * exchanges become Camel messages and back. Everything behind it is the same for the bus and for stdio.
 */
package dev.caravan.mcp.http;
