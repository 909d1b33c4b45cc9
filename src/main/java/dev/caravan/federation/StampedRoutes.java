package dev.caravan.federation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.routes.GeneratedRoutes.Templated;
import dev.caravan.upstream.ExposedServers.Exposed;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The routes of an upstream server: one of the template {@code upstream-tool} for each tool. */
final class StampedRoutes {

    private static final String TEMPLATE = "upstream-tool";

    private final ObjectMapper mapper;

    StampedRoutes(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    List<Templated> of(String server, Exposed exposed, Collection<OfferedTool> tools) {
        List<Templated> routes = new ArrayList<>();
        for (OfferedTool tool : tools) {
            Map<String, String> parameters = new LinkedHashMap<>();
            parameters.put("name", tool.name());
            parameters.put("server", server);
            parameters.put("tool", tool.tool());
            parameters.put("definition", json(tool.definition()));
            parameters.put("constants", json(tool.constants()));
            parameters.put("tags", String.join(",", exposed.tags()));
            parameters.put("timeout", exposed.timeout().toMillis() + "ms");
            routes.add(new Templated(tool.name(), TEMPLATE, parameters));
        }
        return List.copyOf(routes);
    }

    /** JSON in which no text can be taken for a placeholder of Camel's, or for a part of an endpoint's address. */
    private String json(Object value) {
        try {
            StringBuilder safe = new StringBuilder();
            boolean inText = false;
            boolean escaped = false;
            char before = 0;
            for (char c : mapper.writeValueAsString(value).toCharArray()) {
                if (inText && !escaped && "{}&+%#?$()".indexOf(c) >= 0) {
                    safe.append(String.format("\\u%04x", (int) c));
                } else {
                    // two braces in a row would be the end of a placeholder
                    safe.append(c == '}' && before == '}' ? " }" : String.valueOf(c));
                }
                before = c;
                if (c == '"' && !escaped) {
                    inText = !inText;
                }
                escaped = inText && c == '\\' && !escaped;
            }
            return safe.toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
