/**
 * Offers Camel's Kamelets. A file in {@code config/kamelets} names a Kamelet, gives values to some of its properties, and names others as arguments. A
 * sink or an action becomes a tool. A source becomes a resource with its last events, and subscribed clients are told of each event.
 *
 * <p>Schemas, texts, defaults and secrets come from the Kamelet's own definition ({@link dev.caravan.kamelet.KameletDefinition}).
 *
 * <p><b>Values from callers.</b> Camel puts a Kamelet's properties into the text of endpoints, so a caller's value could become an expression, a bean,
 * another option or another address. These rules keep it a value:
 * <ul>
 * <li>The body and the headers of a message are data. The Kamelet gets an exchange with nothing else in it.
 * <li>A property that the template evaluates can't be an argument: a scheme or a whole URI, an expression other than a constant, a reference, a step with
 * a dynamic endpoint ({@link dev.caravan.kamelet.TemplateUses}).
 * <li>A property that becomes a part of a URI or of another text needs an enum or a pattern.
 * <li>Without an enum, no value may have an expression, a placeholder, {@code RAW(}, {@code ..} or one of {@code & ? # % ; + \}. Without a pattern
 * too, it has letters, digits and {@code _ . , : @ = / ~ -} only ({@link dev.caravan.kamelet.CallerValue}).
 * <li>A secret can't be an argument, unless the settings say so.
 * </ul>
 *
 * <p>Each combination of values is a copy of the Kamelet with a route of its own. There are at most {@code max-instances} of them, and the one that was
 * not used for the longest time ends first ({@link dev.caravan.kamelet.KameletInstances}). Camel closes neither the beans nor the components that a
 * Kamelet's template makes, so {@link dev.caravan.kamelet.KameletRoute} does.
 *
 * <p>The catalogue is that of Camel 4.16. With the one of 4.18, kafka-sink and kafka-source do not start on Camel 4.17: they set saslAuthType, an option
 * that camel-kafka has since 4.18 ("There are 1 parameters that couldn't be set on the endpoint"). There is no catalogue of 4.17.
 */
package dev.caravan.kamelet;
