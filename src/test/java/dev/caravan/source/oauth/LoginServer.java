package dev.caravan.source.oauth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.json.JsonMappers;
import dev.caravan.json.StrictJson;
import dev.caravan.security.PublicAddress;
import dev.caravan.store.InMemory;
import dev.caravan.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.mockito.Mockito;

/**
 * An MCP server that is its own authorization server, and the logins of a gateway without a store. The token endpoint waits for a permit
 * for each answer.
 */
final class LoginServer implements AutoCloseable {

    final Semaphore permits = new Semaphore(0);
    /** Requests for tokens that wait. */
    final AtomicInteger waiting = new AtomicInteger();
    final AtomicInteger given = new AtomicInteger();
    /** Requests for metadata of the authorization server. */
    final AtomicInteger discovered = new AtomicInteger();
    final LoginProperties settings = new LoginProperties("", Duration.ofMinutes(10));
    final SealedRecords records = new SealedRecords(Mockito.mock(Store.class), InMemory.values(), settings);
    final Registration registration;
    final TokenRequests requests;
    final MetadataDiscovery discovery;
    final Logins logins;
    final PublicAddress address = Mockito.mock(PublicAddress.class);
    final String url;
    /** Metadata of the authorization server, which a test may change. */
    final ObjectNode metadata = JsonMappers.exact().createObjectNode();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer http;

    LoginServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = "http://127.0.0.1:" + http.getAddress().getPort();
        http.setExecutor(threads);
        metadata.put("issuer", url).put("authorization_endpoint", url + "/a").put("token_endpoint", url + "/t")
                .putArray("code_challenge_methods_supported").add("S256");
        serve("/.well-known/oauth-protected-resource/mcp", "{'resource':'URL/mcp','authorization_servers':['URL']}");
        http.createContext("/.well-known/oauth-authorization-server", exchange -> {
            discovered.incrementAndGet();
            send(exchange, metadata.toString());
        });
        serve("/register", "{'client_id':'registered'}");
        http.createContext("/t", exchange -> {
            waiting.incrementAndGet();
            permits.acquireUninterruptibly();
            waiting.decrementAndGet();
            send(exchange,
                    "{'access_token':'t" + given.incrementAndGet() + "','refresh_token':'r','token_type':'Bearer','expires_in':3600}");
        });
        http.start();
        Mockito.when(address.gateway()).thenReturn("http://127.0.0.1:1");
        OAuthHttp client = new OAuthHttp(new StrictJson(JsonMappers.exact()));
        registration = new Registration(client, records, JsonMappers.exact(), address);
        requests = new TokenRequests(client);
        discovery = new MetadataDiscovery(client);
        logins = new Logins(settings, records, discovery, registration, requests, JsonMappers.exact(), "api-key");
    }

    private void serve(String path, String document) {
        http.createContext(path, exchange -> send(exchange, document.replace("URL", url)));
    }

    private static void send(HttpExchange exchange, String document) throws IOException {
        byte[] body = document.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    OAuthSettings oauth(OAuthSettings.Grant grant, String issuer) {
        return new OAuthSettings(grant, null, null, issuer, "web", "secret", null, null, List.of(), List.of(), null, null);
    }

    /** Begins a login. */
    LoginNeededException begin(String user) throws IOException {
        return begin(user, Set.of());
    }

    /** Begins a login for these scopes, which the server asks for. */
    LoginNeededException begin(String user, Set<String> scopes) throws IOException {
        return logins.begin("guarded", url + "/mcp", oauth(OAuthSettings.Grant.LOGIN, url), user, new Challenge(scopes, null, null),
                Set.of(), true);
    }

    /** Returns an answer to the address of this issuer's logins. */
    OpenLogin.Answer answered(String code, String issuer) {
        return new OpenLogin.Answer(registration.redirect(url), code, issuer, null);
    }

    static String id(LoginNeededException login) {
        return login.url().substring(login.url().lastIndexOf('/') + 1);
    }

    @Override
    public void close() {
        permits.release(1_000);
        http.stop(0);
        threads.shutdownNow();
    }
}
