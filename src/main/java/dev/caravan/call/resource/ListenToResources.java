package dev.caravan.call.resource;

import dev.caravan.mcp.ListenableResources;
import dev.caravan.mcp.ToolRights;
import org.apache.camel.CamelContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Lets clients subscribe to the resources that they may read. */
@Component
class ListenToResources implements ListenableResources {

    private final ResourceRegistry resources;
    private final ObjectProvider<Check> checks;

    ListenToResources(CamelContext context, ObjectProvider<Check> checks) {
        this.checks = checks;
        this.resources = ResourceRegistry.of(context);
    }

    @Override
    public boolean has(String uri, ToolRights rights) {
        return resources.read(uri).filter(found -> found.resource().isOpen() || rights.see(found.resource().tags())).isPresent()
                && checks.stream().allMatch(check -> check.mayBeRead(uri));
    }
}
