package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.caravan.json.JsonMappers;
import dev.caravan.json.StrictJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The metadata of a server and of its authorization server are data: what does not fit is refused, with a reason. */
@Tag("full")
class MetadataDiscoveryTest {

    private static final String RESOURCE = "/.well-known/oauth-protected-resource/mcp";
    private static final String SERVER = "/.well-known/oauth-authorization-server";

    private final Map<String, String> documents = new TreeMap<>();
    private final List<String> asked = new ArrayList<>();
    private HttpServer http;
    private String url;

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = "http://127.0.0.1:" + http.getAddress().getPort();
        http.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getPath());
            String document = documents.get(exchange.getRequestURI().getPath());
            if (document != null && document.startsWith("http")) {
                exchange.getResponseHeaders().set("Location", document);
            }
            byte[] body = String.valueOf(document).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(document == null ? 404 : document.startsWith("http") ? 302 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();
        documents.put(RESOURCE, "{'resource':'URL/mcp','authorization_servers':['URL'],'scopes_supported':['a','b']}".replace('\'', '"')
                .replace("URL", url));
        documents.put(SERVER,
                "{'issuer':'URL','authorization_endpoint':'URL/a','token_endpoint':'URL/t','code_challenge_methods_supported':['S256']}"
                        .replace('\'', '"').replace("URL", url));
    }

    @AfterEach
    void stop() {
        http.stop(0);
    }

    private AuthorizationMetadata find() throws IOException {
        return find(null);
    }

    private AuthorizationMetadata find(String metadata) throws IOException {
        return new MetadataDiscovery(new OAuthHttp(new StrictJson(JsonMappers.exact()))).find(url + "/mcp",
                new Challenge(Set.of(), metadata, null), null);
    }

    private void refused(String place, String from, String to, String reason) {
        documents.computeIfPresent(place, (any, document) -> document.replace(from, to));
        assertThatThrownBy(this::find).isInstanceOf(IOException.class).hasMessageContaining(reason);
    }

    @Test
    void validMetadataIsFound() throws IOException {
        assertThat(find().token()).hasToString(url + "/t");
        assertThat(find().scopes()).containsExactly("a", "b");
    }

    @Test
    void metadataOfAnotherResourceIsRefused() {
        refused(RESOURCE, url + "/mcp", url + "/mcp-of-another", "names the resource " + url + "/mcp-of-another, not the server's url");
        assertThat(asked).doesNotContain(SERVER);
    }

    @Test
    void aLongNameOfAResourceIsShortened() {
        refused(RESOURCE, url + "/mcp", "x".repeat(10_000), "names the resource " + "x".repeat(100) + "…, not");
    }

    @Test
    void missingMetadataIsNamed() {
        assertThatThrownBy(() -> find(url + "/none")).isInstanceOf(IOException.class)
                .hasMessageContaining("its resource metadata at " + url + "/none does not exist");
        documents.remove(SERVER);
        assertThatThrownBy(this::find).isInstanceOf(IOException.class)
                .hasMessageContaining("its authorization server " + url + " has no metadata. Set oauth.token-url");
    }

    @Test
    void metadataThatNamesAnotherIssuerIsRefused() {
        refused(SERVER, "\"issuer\":\"" + url, "\"issuer\":\"" + url + "/", "another issuer");
    }

    @Test
    void anAuthorizationServerWithoutPkceIsRefused() {
        refused(SERVER, "S256", "plain", "PKCE");
    }

    @Test
    void anEndpointInTheInternalNetworkIsRefused() {
        refused(SERVER, url + "/t", "http://10.0.0.1/t", "must have https");
    }

    @Test
    void aHugeDocumentIsRefused() {
        refused(SERVER, "S256", "x".repeat(300_000), "exceeds the limit of 262144 bytes");
    }

    @Test
    void aRedirectIsNotFollowed() throws IOException {
        documents.put(RESOURCE, url + "/elsewhere");
        documents.put(SERVER, url + "/elsewhere");
        documents.put("/elsewhere", "{}");
        assertThat(find().token()).as("the server is its own, as without metadata").hasToString(url + "/token");
        assertThat(asked).doesNotContain("/elsewhere");
    }
}
