package dev.caravan.call.prompt;

import dev.caravan.call.ConsumerRegistry;
import dev.caravan.routes.Gates;
import dev.caravan.routes.PerContext;
import org.apache.camel.CamelContext;

/** The prompts whose routes run, by name. There is one registry per Camel context. */
final class PromptRegistry extends ConsumerRegistry<PromptConsumer> {

    private PromptRegistry(Gates gates) {
        super("Prompt", gates);
    }

    /** Returns the registry of the context, created at the first call. */
    static PromptRegistry of(CamelContext context) {
        Gates gates = Gates.of(context);
        return PerContext.of(context, PromptRegistry.class, () -> new PromptRegistry(gates));
    }
}
