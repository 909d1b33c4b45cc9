/**
 * HTTP for whatever is served on it: who may connect (Origin, Host), body size, and how undertow's exchanges become Camel
 * messages and back. What is particular to one family of endpoints it hears from its {@link dev.caravan.http.HttpRules}.
 */
package dev.caravan.http;
