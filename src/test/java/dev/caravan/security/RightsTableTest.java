package dev.caravan.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.component.undertow.UndertowEndpoint;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Whatever the gateway serves over HTTP has a line in {@code security/rights.md}, and each line is served. */
class RightsTableTest extends TokenGatewayTest {

    private static final List<String> VERBS = List.of("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "TRACE");

    @Autowired
    private CamelContext camel;

    private static Set<String> lines() {
        return RightsTable.requests().stream().map(RightsTable.Request::toString).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyHttpEndpointIsInTheTable() {
        Set<String> served = new TreeSet<>();
        camel.getRoutes().stream().map(route -> route.getConsumer().getEndpoint()).filter(UndertowEndpoint.class::isInstance)
                .map(UndertowEndpoint.class::cast)
                .forEach(endpoint -> methods(endpoint).forEach(method -> served.add(method + " " + path(endpoint))));

        assertThat(served).hasSizeGreaterThan(50).isEqualTo(lines());
        assertThat(RightsTable.requests()).hasSameSizeAs(lines());
    }

    /** Without a restriction the handlers of MCP take POST, GET and DELETE, and what is below a prefix takes all. */
    private static List<String> methods(UndertowEndpoint endpoint) {
        String restricted = endpoint.getHttpMethodRestrict();
        return restricted != null ? Arrays.stream(restricted.split(",")).filter(method -> !method.equals("OPTIONS")).toList()
                : endpoint.getMatchOnUriPrefix() ? List.of("GET", "POST", "PUT", "DELETE") : List.of("GET", "POST", "DELETE");
    }

    private static String path(UndertowEndpoint endpoint) {
        String path = endpoint.getEndpointBaseUri().replaceFirst("^undertow:(//)?", "").replaceFirst("\\?.*", "").substring(URL.length());
        return path.replace("%7B", "{").replace("%7D", "}");
    }

    @Test
    void everyApiOperationIsInTheTableAndOtherPathsAreNotFound() throws IOException {
        Set<String> documented = new TreeSet<>();
        for (String document : List.of("routes/catalogue/openapi.yaml", "routes/recall/openapi.yaml")) {
            yaml(Path.of(document)).get("paths").properties().forEach(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                if (VERBS.contains(method.toUpperCase())) {
                    documented.add(method.toUpperCase() + " " + path.getKey());
                }
            }));
        }
        Set<String> lines = lines();
        lines.removeIf(line -> !line.matches("\\w+ (/api/v1/|/tools/|/api/agent-retrieval/).*"));

        documented.removeIf(line -> line.endsWith("openapi.json"));
        lines.removeIf(line -> line.endsWith("openapi.json"));
        assertThat(documented).isEqualTo(lines);
    }

    @Test
    void otherVerbsAreRefusedAtEveryPath() {
        Set<String> lines = lines();
        Map<String, Integer> taken = new TreeMap<>();
        RightsTable.requests().stream().map(RightsTable.Request::path).distinct()
                .forEach(path -> VERBS.stream().filter(verb -> !lines.contains(verb + " " + path)).forEach(verb -> {
            int status = client.send(verb, path.replaceAll("\\{\\w+}", "999999"), null, bearer(alice)).status();
            if (status != 404 && status != 405) {
                taken.put(verb + " " + path, status);
            }
        }));

        assertThat(taken).isEmpty();
    }

    private static JsonNode yaml(Path file) throws IOException {
        return new YAMLMapper().readTree(file.toFile());
    }
}
