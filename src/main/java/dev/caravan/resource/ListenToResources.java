package dev.caravan.resource;

import dev.caravan.mcp.ListenableResources;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Clients may listen to whatever they could read. */
@Component
class ListenToResources implements ListenableResources {

    private final ResourceRegistry resources;

    ListenToResources(CamelContext context) {
        this.resources = ResourceRegistry.of(context);
    }

    @Override
    public boolean has(String uri) {
        return resources.read(uri).isPresent();
    }
}
