package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.call.TokenExchanges;
import dev.caravan.embedded.FreePorts;
import dev.caravan.json.JsonMappers;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.oauth.Authorizations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.info.BuildProperties;
import org.springframework.util.unit.DataSize;

/** A fake MCP server on HTTP, which answers as its mode says, and a client of it. */
abstract class WebServerTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    final Queue<String> methods = new ConcurrentLinkedQueue<>();

    final Queue<String> tokens = new ConcurrentLinkedQueue<>();

    final AtomicInteger sessions = new AtomicInteger();

    volatile String session = "";

    volatile String mode = "json";

    /** Names of the tools whose calls wait, in the mode {@code slow}. */
    final Queue<String> waiting = new ConcurrentLinkedQueue<>();

    /** Lets them be answered. */
    final CountDownLatch released = new CountDownLatch(1);

    int port;

    HttpServer http;

    ConnectedServers servers;

    @BeforeEach
    void start() throws IOException {
        port = FreePorts.pick();
        http = server(port);
        UpstreamProperties.Server server = new UpstreamProperties.Server(null, List.of(), List.of(), null,
                "http://127.0.0.1:" + port + "/a/mcp?key=k",
                Map.of("Authorization", "Bearer t"), Duration.ofSeconds(2), Duration.ofSeconds(60), DataSize.ofKilobytes(100),
                UpstreamProperties.Reconnect.EAGER, Duration.ZERO, null, List.of(), null, UpstreamProperties.Sessions.SHARED);
        servers = new ConnectedServers(
                new UpstreamProperties(Path.of("none"), Duration.ofMinutes(5), DataSize.ofMegabytes(2), 50),
                JsonMappers.exact(),
                new StaticListableBeanFactory().getBeanProvider(BuildProperties.class),
                new StaticListableBeanFactory().getBeanProvider(Authorizations.class),
                new TokenExchanges());
        servers.put("web", server);
    }

    @AfterEach
    void stop() {
        servers.destroy();
        released.countDown();
        http.stop(0);
    }

    String call() throws Exception {
        return call("tool");
    }

    String call(String tool) throws Exception {
        return servers.call("web", tool, Map.of(), CallDeadline.UNLIMITED).at("/content/0/text").asText();
    }

    HttpServer server(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/a/mcp", exchange -> {
            try (exchange) {
                answer(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        return server;
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        assertThat(exchange.getRequestURI().getQuery()).isEqualTo("key=k");
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.sendResponseHeaders(exchange.getRequestMethod().equals("GET") ? 405 : 200, -1);
            return;
        }
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        String method = request.path("method").asText();
        methods.add(method);
        if (mode.equals("401")) {
            exchange.sendResponseHeaders(401, -1);
        } else if (method.equals("initialize")) {
            session = "session-" + sessions.incrementAndGet();
            exchange.getResponseHeaders().set("Mcp-Session-Id", session);
            ObjectNode result = JSON.createObjectNode().put("protocolVersion", "2025-06-18");
            result.putObject("capabilities").putObject("tools");
            result.putObject("serverInfo").put("name", "web").put("version", "1");
            WebReplies.json(exchange, WebReplies.reply(request, result));
        } else if (!request.has("id")) {
            exchange.sendResponseHeaders(202, -1);
        } else if (!session.equals(exchange.getRequestHeaders().getFirst("Mcp-Session-Id"))) {
            exchange.sendResponseHeaders(404, -1);
        } else {
            tool(exchange, request);
        }
    }

    private void tool(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException {
        ObjectNode result = JSON.createObjectNode();
        // a ping follows an odd answer; another odd one would end the connection, perhaps during the next call
        boolean ping = request.path("method").asText().equals("ping");
        result.putArray("content").addObject().put("type", "text")
                .put("text", mode.equals("large") && !ping ? "x".repeat(200_000) : "answer");
        switch (ping && Set.of("huge", "garbage", "500").contains(mode) ? "json" : mode) {
            case "events" -> WebReplies.send(exchange, 200, "text/event-stream",
                    "id: 1\nevent: message\ndata: " + WebReplies.reply(request, result) + "\n\n");
            case "huge" -> WebReplies.json(exchange,
                    WebReplies.reply(request, result).replace("\"answer\"", "\"answer\",\"x\":1e999999999"));
            case "cut" -> WebReplies.json(exchange, WebReplies.reply(request, result).replace("answer", "answer \\ud83d"));
            case "garbage" -> WebReplies.json(exchange, "<html>");
            case "500" -> WebReplies.send(exchange, 500, "text/plain", "broken");
            case "hang" -> released.await();
            case "slow" -> {
                if (request.at("/params/name").asText().matches("slow|held")) {
                    waiting.add(request.at("/params/name").asText());
                    released.await();
                }
                WebReplies.json(exchange, WebReplies.reply(request, result));
            }
            default -> WebReplies.json(exchange, WebReplies.reply(request, result));
        }
    }
}
