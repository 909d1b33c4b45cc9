package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.routes.GeneratedRoutes.Templated;
import dev.caravan.source.OfferedDefinition;
import dev.caravan.source.TemplateJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Makes the routes of an upstream server: one for each tool, resource, resource template and prompt, from the route templates in
 * {@code routes/upstream/}.
 */
final class StampedRoutes {

    private final TemplateJson json;

    StampedRoutes(ObjectMapper mapper) {
        this.json = new TemplateJson(mapper);
    }

    List<Templated> ofTools(String server, UpstreamProperties.Server settings, Map<DefinitionKind, DefinitionReview> reviews) {
        List<Templated> routes = new ArrayList<>();
        for (OfferedDefinition tool : reviews.get(DefinitionKind.TOOL).offered().values()) {
            Map<String, String> parameters = shared(tool.name(), server, settings, tool.definition());
            parameters.put("tool", tool.original());
            parameters.put("constants", json.text(tool.constants()));
            routes.add(new Templated(tool.name(), "upstream-tool", parameters));
        }
        return List.copyOf(routes);
    }

    /**
     * Makes the routes of resources, templates and prompts.
     *
     * @param completes whether the server completes arguments; each prompt with arguments and each template then has one more route
     */
    List<Templated> ofContents(String server, UpstreamProperties.Server settings, Map<DefinitionKind, DefinitionReview> reviews, boolean completes) {
        List<Templated> routes = new ArrayList<>();
        for (OfferedDefinition resource : reviews.get(DefinitionKind.RESOURCE).offered().values()) {
            String uri = resource.original();
            String id = "resource-" + server + "-" + UUID.nameUUIDFromBytes(uri.getBytes(StandardCharsets.UTF_8));
            Map<String, String> parameters = shared(id, server, settings, resource.definition());
            parameters.put(GeneratedRoutes.RESOURCE_URI, uri);
            if (completes && resource.definition().has("uriTemplate")) {
                parameters.put("completions", "direct:complete-" + id);
                routes.add(completion(id, server, Map.of("type", "ref/resource", "uri", uri)));
            }
            routes.add(new Templated(id, "upstream-resource", parameters));
        }
        for (OfferedDefinition prompt : reviews.get(DefinitionKind.PROMPT).offered().values()) {
            String id = "prompt-" + prompt.name();
            Map<String, String> parameters = shared(prompt.name(), server, settings, prompt.definition());
            parameters.put("prompt", prompt.original());
            if (completes && !prompt.definition().path("arguments").isEmpty()) {
                parameters.put("completions", "direct:complete-" + id);
                routes.add(completion(id, server, Map.of("type", "ref/prompt", "name", prompt.original())));
            }
            routes.add(new Templated(id, "upstream-prompt", parameters));
        }
        return List.copyOf(routes);
    }

    private Templated completion(String id, String server, Map<String, String> reference) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("name", "complete-" + id);
        parameters.put("server", server);
        parameters.put("reference", json.text(new TreeMap<>(reference)));
        return new Templated("complete-" + id, "upstream-completion", parameters);
    }

    private Map<String, String> shared(String name, String server, UpstreamProperties.Server settings, ObjectNode definition) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("name", name);
        parameters.put("server", server);
        parameters.put("definition", json.text(definition));
        parameters.put("tags", String.join(",", settings.tags()));
        parameters.put("timeout", settings.timeout().toMillis() + "ms");
        return parameters;
    }
}
