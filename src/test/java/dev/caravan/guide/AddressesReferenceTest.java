package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.OwnGateway;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.camel.component.undertow.UndertowEndpoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The reference has each address that a gateway answers: those of the OpenAPI documents in their tables, all others in a table of their
 * own.
 */
@Tag("full")
class AddressesReferenceTest {

    private static final GuidePage PAGE = GuidePage.of("reference/rest.md");
    private static final Set<String> BROWSERS = Set.of("OPTIONS", "HEAD");

    @Test
    void referenceHasEveryOtherAddress() throws IOException {
        Set<String> addresses = new TreeSet<>();
        Set<String> operations = new TreeSet<>();
        try (OwnGateway gateway = ReferencedTools.gateway()) {
            gateway.camel().getRoutes().stream().map(route -> route.getEndpoint()).filter(UndertowEndpoint.class::isInstance)
                    .map(UndertowEndpoint.class::cast)
                    .forEach(endpoint -> addresses.addAll(requests(endpoint)));
            URI actuator = URI.create("http://127.0.0.1:" + gateway.operations() + "/actuator");
            new ObjectMapper().readTree(actuator.toURL().openStream()).get("_links")
                    .forEach(link -> operations.add("GET " + link.get("href").asText().replaceFirst("https?://[^/]+", "")));
        }
        addresses.removeAll(documented());
        assertThat(addresses).contains("GET /page/state", "POST /oauth/login/{login}");

        PAGE.assertPart("addresses", table(addresses));
        PAGE.assertPart("operations", table(operations));
    }

    /** Without a method where the route takes several and decides by itself. */
    private static List<String> requests(UndertowEndpoint endpoint) {
        String path = endpoint.getHttpURI().getPath() + (Boolean.TRUE.equals(endpoint.getMatchOnUriPrefix()) ? "/…" : "");
        return endpoint.getHttpMethodRestrict() == null ? List.of(path)
                : Arrays.stream(endpoint.getHttpMethodRestrict().split(",")).filter(method -> !BROWSERS.contains(method))
                        .map(method -> method + " " + path).toList();
    }

    /** The requests of both OpenAPI documents, which RestReferenceTest checks. */
    private static Set<String> documented() throws IOException {
        Set<String> requests = new TreeSet<>();
        for (String area : List.of("catalogue", "recall")) {
            for (var path : new YAMLMapper().readTree(Path.of("routes", area, "openapi.yaml").toFile()).get("paths").properties()) {
                path.getValue().properties().stream().filter(operation -> operation.getValue().has("responses"))
                        .forEach(operation -> requests.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey()));
            }
        }
        return requests;
    }

    private static String table(Set<String> requests) {
        TableRows present = TableRows.of(PAGE.text());
        return requests.stream().map(request -> "| `" + request + "` | " + present.cell(1, "`" + request + "`", 1) + " |\n")
                .collect(Collectors.joining("", "| request | description |\n|---|---|\n", ""));
    }
}
