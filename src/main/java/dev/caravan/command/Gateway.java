package dev.caravan.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.PropertyResolver;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A running gateway, asked over HTTP, and the options of the commands that ask it. A failure is a {@link Failed}. */
final class Gateway {

    private static final Duration TO_CONNECT = Duration.ofSeconds(5);
    private static final Duration TO_ANSWER = Duration.ofMinutes(30);
    private static final String MCP = "/mcp";

    private final Invocation invocation;
    private HttpClient http;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--url", paramLabel = "URL", defaultValue = "${env:CARAVAN_URL}",
            description = "Address of the gateway; a path chooses an MCP instance or a toolset. Default: the variable CARAVAN_URL, or else"
                    + " the address in the project's settings.")
    private URI url;

    @Option(names = "--key", paramLabel = "KEY", defaultValue = "${env:CARAVAN_KEY}",
            description = "API key or access token. Default: the variable CARAVAN_KEY, which other users of the machine can't see.")
    private String key;

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    Gateway(Invocation invocation) {
        this.invocation = invocation;
    }

    /** Why a gateway gave no good answer. */
    static final class Failed extends RuntimeException {

        private static final long serialVersionUID = 1;

        Failed(String message) {
            super(message, null, false, false);
        }
    }

    /** Whether the answer is printed as JSON. */
    boolean isJson() {
        return json;
    }

    /** Sends a request of MCP and returns its result. */
    JsonNode ask(String method, ObjectNode params) {
        ObjectNode request = Json.MAPPER.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", method);
        request.set("params", params);
        URI mcp = address().getPath().length() > 1 ? address() : address().resolve(MCP);
        JsonNode answer = send(HttpRequest.newBuilder(mcp).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(request.toString())));
        if (!answer.path("result").isObject()) {
            throw new Failed(mcp + " is no gateway, or answers something else: " + answer);
        }
        return answer.get("result");
    }

    /** Returns the definitions of all tools. */
    List<JsonNode> tools() {
        List<JsonNode> tools = new ArrayList<>();
        for (String cursor = ""; cursor != null;) {
            ObjectNode params = Json.MAPPER.createObjectNode();
            JsonNode page = ask("tools/list", cursor.isEmpty() ? params : params.put("cursor", cursor));
            page.path("tools").forEach(tools::add);
            cursor = page.path("nextCursor").textValue();
        }
        return tools;
    }

    JsonNode get(String path) {
        return send(HttpRequest.newBuilder(address().resolve(path)).GET());
    }

    private JsonNode send(HttpRequest.Builder request) {
        if (key != null) {
            request.header("Authorization", "Bearer " + key);
        }
        URI at = request.build().uri();
        http = http == null ? HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TO_CONNECT).build() : http;
        try {
            HttpResponse<String> response = http.send(request.header("Accept", "application/json").timeout(TO_ANSWER).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 401) {
                throw new Failed(at + " needs a right key, by --key or the variable CARAVAN_KEY");
            }
            JsonNode body = response.body().startsWith("{") ? Json.MAPPER.readTree(response.body()) : Json.MAPPER.createObjectNode();
            String error = body.path("error").path("message").asText(body.path("message").asText());
            if (body.has("error")) {
                throw new Failed(error);
            }
            if (response.statusCode() != 200) {
                throw new Failed((at + " answers " + response.statusCode() + " " + error).strip());
            }
            return body;
        } catch (JsonProcessingException e) {
            throw new Failed(at + " is no gateway: its answer is no JSON");
        } catch (IOException e) {
            throw new Failed("No gateway answers at " + at + ". Start it with caravan, or name another by --url"
                    + (e.getMessage() == null ? "" : ". " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("Interrupted");
        }
    }

    private URI address() {
        if (url == null) {
            url = address(Invocation.ProjectSettings.of(invocation));
        } else if (url.getHost() == null || !url.getScheme().startsWith("http")) {
            throw new ParameterException(spec.commandLine(), "--url must begin with http:// or https://, and name a host");
        }
        return url;
    }

    /** Is loaded when it is needed, since commands that ask nobody shall answer at once. */
    static final class Json {

        static final ObjectMapper MAPPER = JsonMappers.exact();

        private Json() {
        }
    }

    private static URI address(PropertyResolver settings) {
        String host = settings.getProperty("caravan.http.host", "127.0.0.1");
        host = host.equals("0.0.0.0") || host.equals("::") ? "127.0.0.1" : host;
        return URI.create((settings.getProperty("caravan.http.tls.certificate", "").isBlank() ? "http://" : "https://")
                + (host.contains(":") ? "[" + host + "]" : host) + ":" + settings.getProperty("caravan.http.port", "8080"));
    }
}
