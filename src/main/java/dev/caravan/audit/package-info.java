/** Audit events of requests that were refused before they became a call. */
package dev.caravan.audit;
