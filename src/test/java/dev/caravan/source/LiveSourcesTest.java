package dev.caravan.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A source that is added over REST serves within seconds, and is changed and withdrawn likewise. */
@Tag("full")
class LiveSourcesTest extends SourceGateways {

    private OwnGateway.Builder routes;
    private OwnGateway upstream;

    @BeforeAll
    void startUpstream() {
        routes = OwnGateway.withEntries().shared().tool("greet", "x", "Hello");
        upstream = routes.start();
    }

    @AfterAll
    void stopUpstream() {
        upstream.close();
    }

    @Override
    protected OwnGateway.Builder gateway(Path files) {
        return super.gateway(files).set("sources.editable", "servers,apis,kamelets,commands");
    }

    @Test
    void toolsOfAServerAreAddedChangedAndRemoved() {
        String url = "url: " + upstream.url() + "/mcp\n";
        assertThat(add("servers", "hall", url + "expose: {}\n").status()).isEqualTo(201);
        until(() -> tools().contains("greet") && listed("servers", "hall").path("tools").toString().equals("[\"greet\"]"));

        change("servers", "hall", url + "expose: {prefix: hall_, pin: true}\n").data();
        until(() -> tools().contains("hall_greet") && !tools().contains("greet"));
        assertThat(listed("servers", "hall").get("state").asText()).isEqualTo("connected");

        routes.tool("wave", "x", "Bye");
        until(() -> listed("servers", "hall").path("waiting").toString().equals("[\"tool wave\"]"));

        remove("servers", "hall").data();
        until(() -> !tools().contains("hall_greet") && listed("servers", "hall").isMissingNode());
    }

    @Test
    void toolsOfAnApiAreAddedChangedAndRemoved() {
        String document = "openapi: 3.0.0\nservers: [{url: \"" + upstream.url()
                + "\"}]\npaths: {/a: {get: {operationId: one}}, /b: {get: {operationId: two}}}\n";
        assertThat(add("apis", "shop", "expose: {prefix: shop_, tools: [one]}\n", document).status()).isEqualTo(201);
        until(() -> tools().contains("shop_one"));
        assertThat(shown("apis", "shop").get("document").asText()).isEqualTo(document);

        change("apis", "shop", "expose: {prefix: shop_, tools: [two]}\n").data();
        until(() -> tools().contains("shop_two") && !tools().contains("shop_one"));
        change("apis", "shop", "").data();
        until(() -> tools().contains("two") && listed("apis", "shop").path("state").asText().equals("active"));

        remove("apis", "shop").data();
        until(() -> !tools().contains("two") && listed("apis", "shop").isMissingNode());
        assertThat(folder.resolve("apis/shop.openapi.yaml")).doesNotExist();
    }

    @Test
    void kameletIsAddedChangedAndRemoved() {
        assertThat(add("kamelets", "say", "kamelet: log-snik\n").message())
                .isEqualTo("settings:1: there is no Kamelet log-snik, neither " + gatewayKamelets() + " nor in the catalogue");
        assertThat(add("kamelets", "say", "kamelet: log-sink\nproperties: {loggerName: heard}\n").status()).isEqualTo(201);
        until(() -> tools().contains("say"));
        assertThat(gateway.client().envelope("say", McpClient.object("{\"body\":\"hello\"}")).get("ok").asBoolean()).isTrue();
        assertThat(shown("kamelets", "say").get("settings").asText()).contains("loggerName: heard");

        assertThat(add("kamelets", "tick", "kamelet: timer-source\nproperties: {message: tick, period: 100000}\n").status()).isEqualTo(201);
        until(() -> listed("kamelets", "tick").path("resource").asText().equals("kamelet:///tick"));

        remove("kamelets", "say").data();
        remove("kamelets", "tick").data();
        until(() -> !tools().contains("say") && listed("kamelets", "tick").isMissingNode());
    }

    private String gatewayKamelets() {
        return gateway.application().getEnvironment().getProperty("caravan.routes.directory") + "/kamelets/log-snik.kamelet.yaml";
    }

    @Test
    void theLastErrorIsShownAlsoOfAnEditByHand() {
        assertThat(add("servers", "gone", "url: http://127.0.0.1:1/mcp\nexpose: {}\n").status()).isEqualTo(201);
        until(() -> listed("servers", "gone").path("state").asText().equals("failed"));
        assertThat(listed("servers", "gone").get("problem").asText()).isNotEmpty();
        change("servers", "gone", "url: http://127.0.0.1:1/mcp\n").data();
        until(() -> listed("servers", "gone").path("problem").isNull());

        save(servers.resolve("gone.yaml"), read(servers.resolve("gone.yaml")) + "nonsense: 1\n");
        until(() -> listed("servers", "gone").path("problem").asText().contains("nonsense"));
        save(servers.resolve("gone.yaml"), read(servers.resolve("gone.yaml")).replace("nonsense: 1\n", ""));
        until(() -> listed("servers", "gone").path("problem").isNull());
        remove("servers", "gone").data();
    }

    @Test
    void commandRunsIfTheOperatorAllowsIt() {
        assertThat(add("servers", "run", "command: cat\nexpose: {}\nstart-timeout: 1s\n").status()).isEqualTo(201);
        until(() -> listed("servers", "run").path("state").asText().equals("failed"));
        remove("servers", "run").data();
    }
}
