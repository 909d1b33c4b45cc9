package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.GatewayLog;
import dev.caravan.OwnGateway;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files of Kamelets change while the gateway serves; one that is wrong harms nobody. */
@Tag("full")
class KameletEditsTest extends KameletGateways {

    @Test
    void filesAreAddedChangedAndRemovedWithoutARestart() throws Exception {
        start();
        assertThat(tools()).isEmpty();

        configure("say", "kamelet: log-sink\ndescription: First.\nproperties: {loggerName: first}\n");
        until(() -> tools().containsKey("say"));
        assertThat(tools().get("say").get("description").asText()).isEqualTo("First.");

        configure("say", "kamelet: log-sink\ndescription: First.\nproperties: {loggerName: second, level: WARN}\n");
        try (GatewayLog log = GatewayLog.record()) {
            until(() -> call("say", "{\"body\":\"hello\"}").get("ok").asBoolean() && log.text().contains("second "));
        }

        Files.delete(folder().resolve("say.yaml"));
        until(() -> tools().isEmpty());
        assertThat(gateway.bean(Kamelets.class).all()).isEmpty();
    }

    @Test
    void invalidFileIsRefusedWithItsLineAndOthersWork() throws Exception {
        configure("good", "kamelet: log-sink\n");
        save(folder().resolve("good.yml"), "kamelet: log-sink\n");
        configure("unknown", "kamelet: log-snik\n");
        configure("missing", "# a comment\nkamelet: kafka-sink\nproperties:\n  topic: x\n");
        configure("secret", "kamelet: log-sink\nproperties:\n  loggerName: ${NO_SUCH_VARIABLE}\n");
        start();

        assertThat(tools()).containsOnlyKeys("good");
        assertThat(call("good", "{\"body\":\"x\"}").get("ok").asBoolean()).isTrue();
        assertThat(refused()).contains(folder() + "/unknown.yaml:1: there is no Kamelet log-snik",
                folder() + "/missing.yaml:2: the Kamelet kafka-sink needs the property bootstrapServers",
                folder() + "/secret.yaml:3: the environment variable NO_SUCH_VARIABLE is not set",
                folder() + "/good.yml: the file's name must end in .yaml");

        configure("good", "kamelet: log-sink\nproperties:\n  level: LOUD\n");
        until(() -> refused().contains(folder() + "/good.yaml:3: level must be one of"));
        assertThat(call("good", "{\"body\":\"x\"}").get("ok").asBoolean()).as("the last good version").isTrue();

        configure("good", "kamelet: log-sink\nproperties:\n  level: WARN\n");
        configure("unknown", "kamelet: log-sink\n");
        Files.delete(folder().resolve("good.yml"));
        Files.delete(folder().resolve("missing.yaml"));
        Files.delete(folder().resolve("secret.yaml"));
        until(() -> tools().size() == 2 && refused().isEmpty());
    }

    @Test
    void changedKameletOfTheOperatorIsReloaded() throws Exception {
        OwnGateway.Builder builder = offering();
        Path own = builder.routes().resolve("kamelets/greet-action.kamelet.yaml");
        save(own, greeting("Hello"));
        configure("greet", "kamelet: greet-action\nproperties: {mark: ok}\n");
        start(builder);

        assertThat(call("greet", "{\"body\":\"Ada\"}").at("/data").asText()).isEqualTo("Hello Ada ok");

        save(own, greeting("Good evening"));
        until(() -> call("greet", "{\"body\":\"Ada\"}").at("/data").asText().equals("Good evening Ada ok"));

        save(own, "kind: Kamelet\nspec: [");
        until(() -> refused().contains("greet-action.kamelet.yaml:"));
        assertThat(call("greet", "{\"body\":\"Ada\"}").at("/data").asText()).isEqualTo("Good evening Ada ok");
    }

    @Test
    void runningCallEndsInTheKameletWhereItBegan() throws Exception {
        CompletableFuture<String> begun = new CompletableFuture<>();
        CompletableFuture<String> released = new CompletableFuture<>();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            begun.complete("begun");
            released.join();
            byte[] answer = exchange.getRequestURI().getPath().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            String sink = "kamelet: http-sink\ntimeout: 60s\nproperties: {url: 'http://127.0.0.1:" + server.getAddress().getPort() + "/";
            configure("order", sink + "first'}\n");
            start();
            CompletableFuture<JsonNode> running = CompletableFuture.supplyAsync(() -> call("order", "{\"body\":\"x\"}"));
            begun.get(30, TimeUnit.SECONDS);

            configure("order", sink + "second'}\ndescription: Second.\n");
            until(() -> gateway.bean(Kamelets.class).all().get("order").description().equals("Second."));
            released.complete("released");

            assertThat(running.get(30, TimeUnit.SECONDS).at("/data").asText()).isEqualTo("/first");
            assertThat(call("order", "{\"body\":\"x\"}").at("/data").asText()).isEqualTo("/second");
        } finally {
            released.complete("released");
            server.stop(0);
        }
    }

    private static String greeting(String word) {
        return """
                apiVersion: camel.apache.org/v1
                kind: Kamelet
                metadata:
                  name: greet-action
                  labels:
                    camel.apache.org/kamelet.type: action
                spec:
                  definition:
                    title: Greet
                    description: Greets somebody.
                    properties:
                      mark: {type: string, description: Mark at the end., default: none}
                  template:
                    from:
                      uri: kamelet:source
                      steps:
                        - setProperty:
                            name: mark
                            constant: "{{mark}}"
                        - setBody:
                            simple: "WORD ${body} ${exchangeProperty.mark}"
                """.replace("WORD", word);
    }
}
