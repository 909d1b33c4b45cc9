package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import java.net.URI;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A definition that a server changed waits for approval, where the settings or its hints ask for that. */
@Tag("nightly")
class ApprovedToolsTest extends FederatedGateways {

    @Test
    void weakerHintWaitsAndOtherChangesDoNot() throws Exception {
        startUpstream();
        configure("other: {url: 'URL', expose: {}}");
        gateway = withRest(offering()).start();
        until(() -> tools().containsKey("greet"));

        greet("Changed.", "Hello");
        until(() -> description().equals("Changed."));
        greet("Changed again.", "Bye", false);
        until(() -> !waiting().isEmpty());

        assertThat(waiting().at("/0/weaker/0").asText()).isEqualTo("readOnlyHint");
        assertThat(description()).isEqualTo("Changed.");
        assertThat(tools().get("greet").at("/annotations/readOnlyHint").asBoolean()).isTrue();
        assertThat(text("greet", "{\"name\":\"Ada\"}")).as("calls reach the server as it is").isEqualTo("Bye, Ada");
        assertThat(metric("caravan_upstream_tools{server=\"" + named("other") + "\",state=\"waiting\"}")).isEqualTo("1.0");

        assertThat(approve("{\"tool\":\"greet\",\"seen\":{\"description\":\"Harmless.\"}}").get("code").asInt()).as("of another definition")
                .isEqualTo(1004);
        assertThat(waiting()).hasSize(1);
        assertThat(approve("{\"tool\":\"greet\",\"seen\":" + waiting().at("/0/after") + "}").at("/data/approved/0").asText())
                .isEqualTo("greet");
        until(() -> description().equals("Changed again."));
        assertThat(tools().get("greet").at("/annotations/readOnlyHint").asBoolean()).isFalse();
        assertThat(waiting()).isEmpty();
        assertThat(approve("{\"tool\":\"greet\"}").get("code").asInt()).isEqualTo(1004);
    }

    @Test
    void changesOfAPinnedServerWaitAcrossARestart() throws Exception {
        startOwnUpstream();
        configure("other: {url: 'URL', expose: {pin: true}}");
        OwnGateway.Builder builder = withRest(offeringAlone());
        gateway = builder.start();
        until(() -> tools().containsKey("greet"));
        gateway.close();

        greet("Changed.", "Hello");
        upstreamRoutes.tool("wave", "x", "waved");
        gateway = builder.start();
        until(() -> waiting().size() == 2);
        assertThat(waiting().findValuesAsText("tool")).containsExactly("greet", "wave");
        assertThat(waiting().at("/0/before/description").asText()).isEqualTo("Greet somebody.");
        assertThat(waiting().at("/0/after/description").asText()).isEqualTo("Changed.");
        until(() -> tools().containsKey("greet"));
        assertThat(description()).isEqualTo("Greet somebody.");
        assertThat(tools()).doesNotContainKey("wave");

        approve("{}");
        until(() -> tools().containsKey("wave") && description().equals("Changed."));

        gateway.close();
        upstream.close();
        gateway = builder.start();
        until(() -> tools().containsKey("wave"));
        assertThat(description()).as("of a server that is down since the start").isEqualTo("Changed.");
        assertThat(server().get("stale").asBoolean()).isTrue();
    }

    private String description() {
        return tools().get("greet").get("description").asText();
    }

    private JsonNode waiting() throws Exception {
        return server().path("waiting");
    }

    private JsonNode approve(String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(gateway.url() + "/api/v1/upstream/" + named("other") + "/approvals"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }
}
