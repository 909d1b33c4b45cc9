/**
 * Serves HTTP: who may connect (Origin, Host), limits of bodies, and the conversion of undertow exchanges to Camel messages and back. The
 * {@link dev.caravan.http.HttpRules} of an endpoint say what is particular to its family.
 */
package dev.caravan.http;
