package dev.caravan.call.prompt;

import dev.caravan.call.completion.Completable;
import dev.caravan.call.completion.CompletionReference;
import dev.caravan.call.completion.Suggestions;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Completes a prompt's arguments: {@code {type:"ref/prompt", name}}. */
@Component
class PromptReference implements CompletionReference {

    private final PromptRegistry prompts;

    PromptReference(CamelContext context) {
        this.prompts = PromptRegistry.of(context);
    }

    @Override
    public String type() {
        return "ref/prompt";
    }

    @Override
    public String member() {
        return "name";
    }

    @Override
    public Optional<Completable> find(String key) {
        return prompts.find(key).map(prompt -> {
            Map<String, Suggestions> arguments = prompt.spec().arguments().stream()
                    .collect(Collectors.toMap(PromptArgument::name, PromptArgument::suggestions));
            return new Completable(arguments, prompt.spec().timeout(), prompt.tags(), prompts.gate(prompt));
        });
    }
}
