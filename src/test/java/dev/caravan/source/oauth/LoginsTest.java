package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.http.GuardedBinding;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Logins and refreshes that happen at the same time do not disturb each other. */
@Tag("full")
class LoginsTest {

    private final ExecutorService callers = Executors.newCachedThreadPool();
    private LoginServer server;

    @BeforeEach
    void start() throws IOException {
        server = new LoginServer();
    }

    @AfterEach
    void stop() {
        server.close();
        callers.shutdownNow();
    }

    @Test
    void loginStaysOpenUntilItsTokensAreStored() throws Exception {
        LoginNeededException login = server.begin("ada");
        String id = LoginServer.id(login);
        String browser = server.logins.open(id);
        Future<OpenLogin> finished = callers.submit(() -> server.logins.finish(id, browser, server.answered("code", null)));
        await().until(() -> server.waiting.get() == 1);

        assertThat(server.logins.isOpen(login)).isTrue();
        assertThat(server.begin("ada").url()).as("no other login begins meanwhile").isEqualTo(login.url());

        server.permits.release();
        finished.get(60, TimeUnit.SECONDS);
        assertThat(server.logins.isOpen(login)).isFalse();
        assertThat(server.logins.tokens("guarded", server.url + "/mcp", "ada").access()).isEqualTo("t1");
    }

    @Test
    void refreshesOfManyUsersAreSerialized() throws Exception {
        List<Future<Tokens>> refreshed = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String user = "user" + i;
            Tokens old = new Tokens("old", "r", Instant.now().toEpochMilli(), Set.of(),
                    new OAuthClient("web", "secret", "client_secret_basic"), server.url + "/t", server.url + "/mcp");
            server.records.put("tokens", "guarded\n" + server.url + "/mcp\n\n" + user, JsonMappers.exact().writeValueAsString(old), null);
            refreshed.add(callers.submit(() -> server.logins.refreshed("guarded", server.url + "/mcp", user, old)));
        }
        await().during(300, TimeUnit.MILLISECONDS).until(() -> server.waiting.get() <= 4 && server.waiting.get() > 1);
        server.permits.release(8);
        for (Future<Tokens> one : refreshed) {
            assertThat(one.get(60, TimeUnit.SECONDS).access()).startsWith("t");
        }
    }

    @Test
    void waitingChangeBlocksNoOtherRecord() throws Exception {
        server.records.put("tokens", "a", "1", null);
        server.records.put("tokens", "b", "1", null);
        Future<?> waiting = callers.submit(() -> server.records.change("tokens", "a", text -> {
            server.permits.acquireUninterruptibly();
            return text + "2";
        }));
        await().until(() -> server.permits.hasQueuedThreads());
        callers.submit(() -> server.records.change("tokens", "b", text -> text + "2")).get(60, TimeUnit.SECONDS);
        Future<String> taken = callers.submit(() -> server.records.take("tokens", "a"));
        assertThat(server.records.get("tokens", "b")).isEqualTo("12");
        assertThat(taken.isDone()).isFalse();

        server.permits.release();
        waiting.get(60, TimeUnit.SECONDS);
        assertThat(taken.get(60, TimeUnit.SECONDS)).as("taken after the change, which does not bring it back").isEqualTo("12");
        assertThat(server.records.get("tokens", "a")).isNull();
    }

    @Test
    void twoPagesInOneBrowserBothWork() throws Exception {
        LoginPages pages = new LoginPages(server.logins, server.registration, server.address, server.settings);
        String ada = LoginServer.id(server.begin("ada"));
        String bob = LoginServer.id(server.begin("bob"));
        String cookies = cookie(pages, ada) + "; " + cookie(pages, bob);
        for (String id : List.of(ada, bob)) {
            Exchange pressed = exchange(id);
            pressed.getMessage().setHeader("Cookie", cookies);
            pages.start(pressed);
            assertThat(pressed.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE)).isEqualTo(303);
        }
    }

    private static String cookie(LoginPages pages, String id) throws Exception {
        Exchange opened = exchange(id);
        pages.ask(opened);
        return opened.getMessage().getHeader("Set-Cookie", String.class).split(";")[0];
    }

    private static Exchange exchange(String id) {
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        exchange.setProperty(GuardedBinding.PATH, Map.of("login", id));
        return exchange;
    }
}
