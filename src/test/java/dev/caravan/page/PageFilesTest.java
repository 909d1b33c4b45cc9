package dev.caravan.page;

import static dev.caravan.KeyedGateway.ALL;
import static dev.caravan.KeyedGateway.DOCUMENTS;
import static dev.caravan.KeyedGateway.READER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page's files are public and carry a content security policy; the gateway's state needs a key. */
class PageFilesTest extends GuardedGatewayTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void pageIsPublicAndItsStateIsNot() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(200);
        assertThat(get("/page/main.js").statusCode()).isEqualTo(200);
        for (String state : List.of("/page/state", "/page/state/work")) {
            assertThat(get(state).statusCode()).isEqualTo(401);
            assertThat(get(state).headers().firstValue("WWW-Authenticate")).isPresent();
            assertThat(get(state, "Authorization", "Bearer " + READER).statusCode()).isEqualTo(200);
        }
        assertThat(get("/page/state", "X-API-Key", ALL).body()).contains("find_node", "\"breakers\"");
        assertThat(get("/page/state", "X-API-Key", DOCUMENTS).body()).as("a key for some tools does not learn of the others")
                .contains("\"breakers\"").doesNotContain("find_node");
    }

    @Test
    void browserThatOpensTheAddressOfClientsIsSentToThePage() throws Exception {
        String browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        for (String address : List.of("/mcp", "/mcp/some-key", "/mcp/some-key/mcp")) {
            HttpResponse<String> answer = get(address, "Accept", browser);
            assertThat(answer.statusCode()).as(address).isEqualTo(303);
            assertThat(answer.uri().resolve(answer.headers().firstValue("Location").orElseThrow()).getPath()).isEqualTo("/");
        }
        assertThat(get("/mcp", "Accept", "text/event-stream").statusCode()).as("a client without a key").isEqualTo(401);
    }

    @Test
    void filesHaveASecurityPolicyAndAreCached() throws Exception {
        HttpResponse<String> page = get("/");
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "style-src 'self'",
                        "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(page.headers().firstValue("Referrer-Policy")).contains("no-referrer");
        assertThat(page.body()).doesNotContain("style=", "onclick", "<style");
        for (String file : List.of("main.js", "page.css", "echarts.js", "option.js", "icon.svg")) {
            HttpResponse<String> answer = get("/page/" + file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            String tag = answer.headers().firstValue("ETag").orElseThrow();
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache");
            HttpResponse<String> again = get("/page/" + file, "If-None-Match", tag);
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
            assertThat(get("/page/" + file, "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
        }
        assertThat(get("/page/main.js").headers().firstValue("Content-Type")).contains("text/javascript; charset=utf-8");
        for (String nothing : List.of("/page/none.js", "/page/..%2Fapplication.yaml", "/page/PageFiles.class", "/page/package-info.class",
                "/page/", "/pages")) {
            assertThat(get(nothing).statusCode()).as(nothing).isEqualTo(404);
        }
        assertThat(get("/", "Origin", "https://evil.example.com").statusCode()).isEqualTo(403);
        assertThat(send("POST", "/").statusCode()).isEqualTo(405);
        HttpResponse<String> head = send("HEAD", "/");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }

    @Test
    void settingTurnsThePageOff() throws Exception {
        try (OwnGateway off = OwnGateway.withEntries().set("page.enabled", false).start()) {
            for (String path : List.of("/", "/page/main.js", "/page/state", "/page/state/work")) {
                HttpResponse<String> answer = http.send(HttpRequest.newBuilder(URI.create(off.url() + path)).build(),
                        HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(path).isEqualTo(404);
            }
        }
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, headers);
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(gateway.url() + path)).method(method,
                HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
