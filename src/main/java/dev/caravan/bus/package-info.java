/**
 * Serves JSON-RPC over the enterprise bus: what the JMS and Kafka entries need beside their routes. It reads messages and their senders,
 * prevents redelivered messages from changing data twice, and sends unreadable messages to dead letters.
 */
package dev.caravan.bus;
