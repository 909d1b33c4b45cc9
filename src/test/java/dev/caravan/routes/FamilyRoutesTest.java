package dev.caravan.routes;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.Caravan;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A route with the precondition of a family is loaded while the family is on, and checked by {@code --validate} in any case. */
@Tag("full")
class FamilyRoutesTest {

    private static final String ON = "    precondition: \"'{{family:%s}}' == 'on'\"\n    from:";

    private static String tool(String family, String step) {
        return RouteYaml.tool("edited", "description: A tool\nreadOnlyHint: true", step).replaceFirst("    from:",
                ON.formatted(family).replace("$", "\\$"));
    }

    @Test
    void aLiveEditFollowsTheFamily() throws IOException {
        String answer = "- setBody:\n    constant: first";
        try (OwnGateway gateway = OwnGateway.withEntries().set("web-search.searxng-url", "http://127.0.0.1:1").start()) {
            Path routes = gateway.bean(RoutesProperties.class).directory();
            RoutesState.RoutesHealth health = gateway.bean(RoutesState.RoutesHealth.class);
            save(routes, tool("web-search", answer));
            await().until(() -> list(gateway).equals(List.of("edited")));

            save(routes, tool("documents", answer));
            await().until(() -> list(gateway).isEmpty());
            assertThat(health.health().getStatus().getCode()).isEqualTo("UP");

            save(routes, tool("web-search", answer));
            await().until(() -> list(gateway).equals(List.of("edited")));

            save(routes, tool("documentz", answer));
            await().until(() -> health.health().toString().contains("no family is named documentz; there are databases, documents,"));
            assertThat(list(gateway)).as("the last good version").containsExactly("edited");
        }
    }

    private static void save(Path routes, String yaml) throws IOException {
        Files.writeString(routes.resolve("edited/edited.camel.yaml"), yaml);
    }

    private static List<String> list(OwnGateway gateway) {
        return gateway.client().legacy("2025-11-25", "tools/list", object("{}"), "ListToolsResult").result().get("tools")
                .findValuesAsText("name");
    }

    @Test
    void validationChecksFamiliesThatAreOff(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("good.camel.yaml"), tool("documents",
                "- to:\n    uri: mongodb:mongoClient\n    parameters: {database: a, collection: b, operation: findAll}"));
        Files.writeString(folder.resolve("bad.camel.yaml"), tool("graph", "- bean:\n    ref: cypherr\n    method: read")
                .replace("edited", "other"));
        StringWriter out = new StringWriter();

        int code = RouteValidator.validate(Caravan.class, List.of(), List.of(folder), new PrintWriter(out, true));

        assertThat(out.toString().lines()).hasSize(2)
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("bad.camel.yaml") + ":").contains("cypherr"))
                .contains("2 files, 1 routes, 1 problems");
        assertThat(code).isEqualTo(1);
    }
}
