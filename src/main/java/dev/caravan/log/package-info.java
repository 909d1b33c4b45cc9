/** Writes the gateway's log. */
package dev.caravan.log;
