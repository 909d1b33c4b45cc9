/**
 * Offers Camel's Kamelets. A file in {@code config/kamelets} names a Kamelet and gives values to its properties. A sink or an action
 * becomes a tool whose arguments are the message body and the headers that the file names. A source becomes a resource with its last
 * events, and subscribed clients are told of each event.
 *
 * <p>Callers set no property, because Camel puts properties into the text of endpoints. The body and the headers are data: the Kamelet gets
 * an exchange with nothing else in it, and a header with an expression is refused. Titles, texts and secrets come from the Kamelet's own
 * definition ({@link dev.caravan.source.kamelet.KameletDefinition}).
 *
 * <p>Each file has one route of the Kamelet, which its first call or the start of its source makes ({@link
 * dev.caravan.source.kamelet.KameletRoute}). An edit makes a new route. Calls that run end in the old one, which stays for the timeout of
 * a call.
 *
 * <p>The catalogue is that of Camel 4.16. With the one of 4.18, kafka-sink and kafka-source do not start on Camel 4.17: they set
 * saslAuthType, an option that camel-kafka has since 4.18. There is no catalogue of 4.17.
 */
package dev.caravan.source.kamelet;
