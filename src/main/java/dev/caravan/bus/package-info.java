/**
 * Serves JSON-RPC over the enterprise bus: what the JMS and Kafka entries need beside their routes. It reads messages and their senders,
 * keeps those that can't run now with their broker, and sends unreadable messages to dead letters. That a call of a message runs once is
 * the work of {@code call}, the next room.
 */
package dev.caravan.bus;
