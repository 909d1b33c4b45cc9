package dev.caravan.upstream;

import org.apache.camel.Converter;
import org.apache.camel.TypeConverters;
import org.apache.camel.component.http.HttpMethods;
import org.springframework.stereotype.Component;

/**
 * From the header {@code CamelHttpMethod} to what {@code http:} wants. Camel comes to the same result, but goes through all
 * its converters first, each time: a fifth of the processor time of a small request.
 */
@Component
public class HttpMethodNames implements TypeConverters {

    @Converter
    public HttpMethods method(String name) {
        return HttpMethods.valueOf(name.toUpperCase(java.util.Locale.ROOT));
    }
}
