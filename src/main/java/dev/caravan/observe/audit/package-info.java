/** Writes audit events: the queue, the events of refused requests, and the HMAC of arguments. */
package dev.caravan.observe.audit;
