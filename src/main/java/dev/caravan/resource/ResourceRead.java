package dev.caravan.resource;

import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.ShownName;
import java.util.Map;
import org.apache.camel.Exchange;

/** One {@code resources/read} on its way through {@code direct:read-resource}; exchange property {@value #PROPERTY}. */
final class ResourceRead implements Audited {

    static final String PROPERTY = "resourceRead";

    private static final int LONGEST_AUDITED_URI = 256;

    private final String uri;
    private final CallContext context;
    private FoundResource found;
    private Object content;
    private String label = "UNKNOWN_RESOURCE";

    ResourceRead(String uri, CallContext context) {
        this.uri = uri;
        this.context = context;
    }

    static ResourceRead of(Exchange exchange) {
        return exchange.getProperty(PROPERTY, ResourceRead.class);
    }

    @Override
    public CallContext context() {
        return context;
    }

    /** {@code {resource}} */
    @Override
    public Map<String, Object> subject() {
        return Map.of("resource", ShownName.of(uri, LONGEST_AUDITED_URI));
    }

    /** By the URI that its route says, be it a template's. */
    @Override
    public Metered metered() {
        return Metered.resource(found == null ? Metered.UNKNOWN : found.resource().spec().uri());
    }

    @Override
    public String label() {
        return label;
    }

    String uri() {
        return uri;
    }

    /** The resource that is read, once it is found. */
    ResourceConsumer resource() {
        return found.resource();
    }

    /** What the URI has for the variables of the resource's template. */
    Map<String, String> variables() {
        return found.variables();
    }

    void found(FoundResource resource) {
        this.found = resource;
    }

    /** A {@code String} or {@code byte[]}, once it is read. */
    Object content() {
        return content;
    }

    void succeeded(Object read) {
        this.content = read;
        this.label = "OK";
    }

    void failed(String why) {
        this.label = why;
    }
}
