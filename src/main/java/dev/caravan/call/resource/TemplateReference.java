package dev.caravan.call.resource;

import dev.caravan.call.completion.Completable;
import dev.caravan.call.completion.CompletionReference;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Completes the variables of a resource's template: {@code {type:"ref/resource", uri}}. */
@Component
class TemplateReference implements CompletionReference {

    private final ResourceRegistry resources;

    TemplateReference(CamelContext context) {
        this.resources = ResourceRegistry.of(context);
    }

    @Override
    public String type() {
        return "ref/resource";
    }

    @Override
    public String member() {
        return "uri";
    }

    @Override
    public Optional<Completable> find(String key) {
        return resources.find(key).map(resource ->
                new Completable(resource.spec().variables(), resource.spec().timeout(), resource.tags(), resources.gate(resource)));
    }
}
