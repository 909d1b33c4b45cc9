/**
 * JSON-RPC over the enterprise bus: what the entries for JMS and Kafka need beyond their routes. Reading messages and who sent them,
 * seeing to it that a message which is delivered again changes nothing twice, and where what can't be read goes.
 */
package dev.caravan.bus;
