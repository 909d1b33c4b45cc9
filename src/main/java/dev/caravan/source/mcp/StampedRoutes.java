package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.routes.GeneratedRoutes.Templated;
import dev.caravan.routes.GeneratedRoutes;
import dev.caravan.source.OfferedTool;
import dev.caravan.source.TemplateJson;
import dev.caravan.source.mcp.ExposedServers.Exposed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
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

    private static final String TEMPLATE = "upstream-tool";

    private final TemplateJson json;

    StampedRoutes(ObjectMapper mapper) {
        this.json = new TemplateJson(mapper);
    }

    List<Templated> of(String server, Exposed exposed, Collection<OfferedTool> tools) {
        List<Templated> routes = new ArrayList<>();
        for (OfferedTool tool : tools) {
            Map<String, String> parameters = shared(tool.name(), server, exposed, tool.definition());
            parameters.put("tool", tool.tool());
            parameters.put("constants", json.text(tool.constants()));
            routes.add(new Templated(tool.name(), TEMPLATE, parameters));
        }
        return List.copyOf(routes);
    }

    /** Makes the routes of resources, templates and prompts. If the server completes arguments, each prompt with arguments and each template has one more route. */
    List<Templated> of(String server, Exposed exposed, OfferedContents contents) {
        List<Templated> routes = new ArrayList<>();
        contents.resources().forEach((uri, definition) -> {
            String id = "resource-" + server + "-" + UUID.nameUUIDFromBytes(uri.getBytes(StandardCharsets.UTF_8));
            Map<String, String> parameters = shared(id, server, exposed, definition);
            parameters.put(GeneratedRoutes.RESOURCE_URI, uri);
            if (contents.completes() && definition.has("uriTemplate")) {
                parameters.put("completions", "direct:complete-" + id);
                routes.add(completion(id, server, Map.of("type", "ref/resource", "uri", uri)));
            }
            routes.add(new Templated(id, "upstream-resource", parameters));
        });
        contents.prompts().forEach((prompt, definition) -> {
            String name = exposed.exposure().prefix() + prompt;
            Map<String, String> parameters = shared(name, server, exposed, definition);
            parameters.put("prompt", prompt);
            if (contents.completes() && !definition.path("arguments").isEmpty()) {
                parameters.put("completions", "direct:complete-prompt-" + name);
                routes.add(completion("prompt-" + name, server, Map.of("type", "ref/prompt", "name", prompt)));
            }
            routes.add(new Templated("prompt-" + name, "upstream-prompt", parameters));
        });
        return List.copyOf(routes);
    }

    private Templated completion(String id, String server, Map<String, String> reference) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("name", "complete-" + id);
        parameters.put("server", server);
        parameters.put("reference", json.text(new TreeMap<>(reference)));
        return new Templated("complete-" + id, "upstream-completion", parameters);
    }

    private Map<String, String> shared(String name, String server, Exposed exposed, ObjectNode definition) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("name", name);
        parameters.put("server", server);
        parameters.put("definition", json.text(definition));
        parameters.put("tags", String.join(",", exposed.tags()));
        parameters.put("timeout", exposed.timeout().toMillis() + "ms");
        return parameters;
    }
}
