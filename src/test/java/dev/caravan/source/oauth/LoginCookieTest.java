package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.http.GuardedBinding;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;

/** A browser sends the cookie of a login back to the pages of logins, and to no other page, wherever the public address is. */
@Tag("full")
class LoginCookieTest {

    private LoginServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://gateway.example.com", "https://gateway.example.com/gw", "https://gateway.example.com/a/b"})
    void cookieIsSentBackToTheLoginAndItsCallback(String address) throws Exception {
        Exchange opened = opened(address);
        String login = opened.getProperty("address", String.class);
        CookieManager browser = new CookieManager();
        browser.put(URI.create(login), Map.of("Set-Cookie", List.of(opened.getMessage().getHeader("Set-Cookie", String.class))));

        assertThat(sent(browser, login)).contains("caravan-login-");
        assertThat(sent(browser, server.registration.redirect(server.url))).contains("caravan-login-");
        assertThat(sent(browser, address + "/page/state")).isEmpty();
        assertThat(sent(browser, login.replace("https:", "http:"))).as("without TLS").isEmpty();
    }

    private static String sent(CookieManager browser, String address) throws IOException {
        return String.join(";", browser.get(URI.create(address), Map.of()).getOrDefault("Cookie", List.of()));
    }

    @Test
    void scriptsAndOtherSitesDoNotUseTheCookie() throws Exception {
        assertThat(opened("HTTPS://gateway.example.com/gw").getMessage().getHeader("Set-Cookie", String.class).split("; "))
                .contains("HttpOnly", "SameSite=Lax", "Secure", "Path=/gw/oauth");
        stop();
        assertThat(opened("http://127.0.0.1:8080").getMessage().getHeader("Set-Cookie", String.class).split("; "))
                .contains("HttpOnly", "SameSite=Lax", "Path=/oauth").doesNotContain("Secure");
    }

    /** Opens the page of a login at a gateway with this address. */
    private Exchange opened(String address) throws Exception {
        server = new LoginServer();
        Mockito.when(server.address.gateway()).thenReturn(address);
        LoginNeededException login = server.begin("ada");
        Exchange exchange = new DefaultExchange(new DefaultCamelContext());
        exchange.setProperty(GuardedBinding.PATH, Map.of("login", LoginServer.id(login)));
        exchange.setProperty("address", login.url());
        new LoginPages(server.logins, server.registration, server.address, server.settings).ask(exchange);
        return exchange;
    }
}
