package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadOrderTest {

    /** Whoever gets through to the port finds /mcp, and all of its tools. */
    @Test
    void entriesOpenAfterAllOtherRoutes() {
        RouteTree routes = RouteTree.of(Path.of("routes"));
        List<String> order = new ParsedFiles(routes).inLoadOrder(routes.files().keySet()).stream().filter(RouteTree::isRoutes).toList();

        assertThat(order).containsExactlyInAnyOrderElementsOf(routes.files().keySet().stream().filter(RouteTree::isRoutes).toList());
        int http = order.indexOf("routes/entry/http.camel.yaml");
        assertThat(order.subList(0, http)).contains("routes/entry/mcp.camel.yaml", "routes/call/call.camel.yaml")
                .filteredOn(name -> name.startsWith("routes/tools/"))
                .hasSameSizeAs(order.stream().filter(name -> name.startsWith("routes/tools/")).toList());
        assertThat(order.subList(http, order.size())).contains("routes/catalogue/endpoints.camel.yaml",
                "routes/recall/endpoints.camel.yaml");
        assertThat(order.indexOf("routes/entry/rest.camel.yaml")).as("a template that others are made of")
                .isLessThan(order.indexOf("routes/catalogue/endpoints.camel.yaml"));
        assertThat(order.stream().filter(name -> name.startsWith("routes/tools/databases/")).toList()).as("made of templates of tools")
                .isNotEmpty();
    }
}
