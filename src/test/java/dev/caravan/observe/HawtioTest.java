package dev.caravan.observe;

import static dev.caravan.observe.ObservedGatewayTest.get;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import dev.caravan.Chromium;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hawtio, which is there for who asks for its profile: it shows the routes, and lets nothing be changed. */
@Tag("nightly")
class HawtioTest {

    private static OwnGateway gateway;
    private static int operations;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withAllRoutes().property("spring.profiles.active", "hawtio").start();
        operations = gateway.operations();
        gateway.client().envelope("echart_generate", McpClient.object("{\"chartType\":\"bar\",\"data\":[{\"x\":\"a\",\"y\":1}]}"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** The answer of Jolokia to a request. */
    private static JsonNode jolokia(String request) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + operations + "/actuator/jolokia"))
                        .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(request)).build(),
                        HttpResponse.BodyHandlers.ofString());
        return McpClient.JSON.readTree(answer.body());
    }

    /** Its name as JSON. */
    private static String context() throws Exception {
        JsonNode found = jolokia("{\"type\":\"search\",\"mbean\":\"org.apache.camel:type=context,*\"}").get("value");
        for (JsonNode each : found) {
            JsonNode routes = jolokia("{\"type\":\"read\",\"mbean\":" + each + ",\"attribute\":\"StartedRoutes\"}").get("value");
            if (routes.asInt() > 100) {
                return each.toString();
            }
        }
        throw new AssertionError("No context with routes among " + found);
    }

    @Test
    void hawtioShowsRoutes() throws Exception {
        String context = context();
        JsonNode dumped = jolokia("{\"type\":\"exec\",\"mbean\":" + context + ",\"operation\":\"dumpRoutesAsXml()\"}");
        assertThat(dumped.get("value").asText()).contains("id=\"call\"", "id=\"mongo_find_by_id\"");
        JsonNode read = jolokia(
                "{\"type\":\"read\",\"mbean\":\"org.apache.camel:type=routes,name=\\\"echart_generate\\\",*\","
                        + "\"attribute\":\"ExchangesCompleted\"}");
        assertThat(read.get("value").findValuesAsText("ExchangesCompleted")).as("counts of calls").contains("1");
    }

    @Test
    void hawtioChangesNothingAndShowsNoSecrets() throws Exception {
        String context = context();
        for (String refused : new String[] {
            "{\"type\":\"exec\",\"mbean\":" + context + ",\"operation\":\"stop()\"}",
            "{\"type\":\"exec\",\"mbean\":" + context
                    + ",\"operation\":\"sendStringBody(java.lang.String,java.lang.String)\",\"arguments\":[\"direct:mcp\",\"{}\"]}",
            "{\"type\":\"write\",\"mbean\":" + context + ",\"attribute\":\"Tracing\",\"value\":true}",
            "{\"type\":\"read\",\"mbean\":\"java.lang:type=Runtime\",\"attribute\":\"SystemProperties\"}",
            "{\"type\":\"read\",\"mbean\":\"java.lang:type=Runtime\",\"attribute\":\"InputArguments\"}",
            "{\"type\":\"exec\",\"mbean\":\"com.sun.management:type=HotSpotDiagnostic\",\"operation\":\"dumpHeap\","
                    + "\"arguments\":[\"/tmp/h\",true]}",
            "{\"type\":\"exec\",\"mbean\":\"com.sun.management:type=DiagnosticCommand\",\"operation\":\"vmSystemProperties\"}"}) {
            assertThat(jolokia(refused).get("status").asInt()).as(refused).isEqualTo(403);
        }
        String all = jolokia("{\"type\":\"read\",\"mbean\":\"java.lang:type=Runtime\"}").toString();
        assertThat(all).doesNotContain("java.class.path", "user.dir");
    }

    @Tag("nightly")
    @Test
    void hawtioDrawsARoute() {
        try (Chromium chromium = Chromium.start()) {
            Page page = chromium.browser().newPage();
            page.setDefaultTimeout(120_000);
            page.navigate("http://127.0.0.1:" + operations + "/actuator/hawtio/camel/routes");
            page.getByText("routes", new Page.GetByTextOptions().setExact(true)).first().click();
            page.getByText("call", new Page.GetByTextOptions().setExact(true)).first().click();
            page.getByText("Route Diagram").click();
            page.locator(".react-flow__node").nth(5).waitFor();
            assertThat(page.locator(".react-flow__node").allInnerTexts()).anyMatch(text -> text.contains("Enrich: ai-call:"));
        }
    }

    @Test
    void hawtioNeedsItsProfile() {
        try (OwnGateway plain = OwnGateway.withRoutes(Path.of("src/test/resources/observe")).start()) {
            for (String path : new String[]{"/actuator/hawtio", "/actuator/hawtio/index.html", "/actuator/jolokia",
                "/actuator/jolokia/version", "/hawtio", "/jolokia"}) {
                assertThat(get(plain.operations(), path).statusCode()).as(path).isEqualTo(404);
            }
        }
    }
}
