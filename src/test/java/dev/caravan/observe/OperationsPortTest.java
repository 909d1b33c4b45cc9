package dev.caravan.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The port of operations has Spring Boot's endpoints that operators ask for, and no others. */
@Tag("full")
class OperationsPortTest {

    private static List<String> endpoints(int port) throws Exception {
        JsonNode links = McpClient.JSON.readTree(ObservedGatewayTest.get(port, "/actuator").body()).get("_links");
        List<String> names = new ArrayList<>();
        links.fieldNames().forEachRemaining(name -> names.add(name.replaceFirst("-.*", "")));
        return names.stream().distinct().toList();
    }

    @Test
    void exposedEndpointsWorkAndALogLevelChangesLive() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries()
                .property("management.endpoints.web.exposure.include",
                        "health,info,prometheus,metrics,loggers,env,configprops,threaddump,heapdump,beans,conditions,mappings")
                .property("management.endpoint.heapdump.access", "unrestricted").start()) {
            int operations = gateway.operations();
            assertThat(endpoints(operations)).contains("health", "info", "prometheus", "metrics", "loggers", "env", "configprops",
                    "threaddump", "heapdump", "beans",
                    "conditions", "mappings");
            HttpRequest debug = HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + operations + "/actuator/loggers/dev.caravan.observe.x"))
                    .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString("{\"configuredLevel\":\"DEBUG\"}"))
                    .build();
            assertThat(HttpClient.newHttpClient().send(debug, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
            assertThat(ObservedGatewayTest.get(operations, "/actuator/loggers/dev.caravan.observe.x").body())
                    .contains("\"effectiveLevel\":\"DEBUG\"");
            assertThat(ObservedGatewayTest.get(operations, "/actuator/metrics/jvm.memory.used").statusCode()).isEqualTo(200);
            assertThat(ObservedGatewayTest.get(operations, "/actuator/threaddump").body()).contains("threadName");
        }
    }

    @Test
    void portShowsOnlyHealthAndMetricsByDefault() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().shared().start()) {
            int operations = gateway.operations();
            assertThat(endpoints(operations)).containsExactlyInAnyOrder("self", "health", "info", "prometheus");
            for (String other : List.of("env", "beans", "heapdump", "loggers", "shutdown", "configprops", "jolokia", "hawtio")) {
                assertThat(ObservedGatewayTest.get(operations, "/actuator/" + other).statusCode()).as(other).isEqualTo(404);
            }
        }
    }

    @Test
    void browserSeesTheEndpointsAndErrorsAsJson() throws Exception {
        try (OwnGateway gateway = OwnGateway.withEntries().shared().start()) {
            HttpResponse<String> root = browse(gateway.operations(), "/");
            assertThat(root.statusCode()).isEqualTo(200);
            assertThat(root.uri().getPath()).isEqualTo("/actuator");
            HttpResponse<String> nothing = browse(gateway.operations(), "/nothing");
            assertThat(nothing.statusCode()).isEqualTo(404);
            assertThat(nothing.body()).contains("\"path\":\"/nothing\"").doesNotContain("Whitelabel");
        }
    }

    private static HttpResponse<String> browse(int port, String path) throws Exception {
        HttpRequest asked = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
               .header("Accept", "text/html,*/*;q=0.8").build();
        return HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build().send(asked, BodyHandlers.ofString());
    }
}
