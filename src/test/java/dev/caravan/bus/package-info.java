/** The bus, with real brokers and the clients of senders. */
package dev.caravan.bus;
