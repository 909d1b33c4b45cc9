package dev.caravan.source.oauth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.http.GuardedBinding;
import dev.caravan.security.PublicAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;

/**
 * The pages that a user sees in a browser during a login. The first one names the server and the user, and asks before it goes on, so that
 * nobody logs in for somebody else unawares. Its cookie binds the login to the browser: another site can't send the form or the answer for
 * the user.
 */
@Component("loginPages")
public record LoginPages(Logins logins, Registration registration, PublicAddress address, LoginProperties settings) {

    private static final String COOKIE = "caravan-login-";
    private static final int COOKIE_LETTERS = 16;

    /** Returns the attributes of cookies. Their path is below the public address, which may have a path that a proxy removes. */
    private String attributes() {
        URI gateway = URI.create(address.gateway());
        String path = gateway.getRawPath() == null ? "" : gateway.getRawPath();
        return "; Path=" + path + "/oauth; Max-Age=" + settings.expiry().toSeconds() + "; HttpOnly; SameSite=Lax"
                + ("https".equalsIgnoreCase(gateway.getScheme()) ? "; Secure" : "");
    }

    /** Shows what a login is for. */
    public void ask(Exchange exchange) throws JsonProcessingException {
        String id = path(exchange, "login");
        try {
            OpenLogin login = logins.find(id);
            String cookie = cookie(id) + "=" + logins.open(id) + attributes();
            String who = login.user() == null ? "all users of this gateway" : login.user();
            page(exchange, 200, "Log in to " + login.server(),
                    "<p>The gateway will call <b>" + text(login.url()) + "</b> with your account, for <b>" + text(who) + "</b>.</p>"
                    + "<p>You log in at <b>" + text(login.host()) + "</b>. Close this page if you did not ask for this login.</p>"
                    + "<form method=\"post\"><button>Log in</button></form>", " " + Origin.of(login.authorize()));
            exchange.getMessage().setHeader("Set-Cookie", cookie);
        } catch (Logins.LoginFailedException e) {
            page(exchange, 404, "No login", "<p>" + text(e.getMessage()) + "</p>", "");
        }
    }

    /** Sends the browser to the authorization server. */
    public void start(Exchange exchange) throws JsonProcessingException {
        String id = path(exchange, "login");
        try {
            String address = logins.start(id, browser(exchange, id));
            page(exchange, 303, "Log in", "", "");
            exchange.getMessage().setHeader("Location", address);
        } catch (Logins.LoginFailedException e) {
            page(exchange, 400, "No login", "<p>" + text(e.getMessage()) + "</p>", "");
        }
    }

    /** Takes the answer of the authorization server. */
    @SuppressWarnings("unchecked")
    public void finish(Exchange exchange) throws JsonProcessingException {
        Map<String, String> query = exchange.getProperty(GuardedBinding.QUERY, Map.class);
        String id = query.getOrDefault("state", "");
        try {
            OpenLogin.Answer answer = new OpenLogin.Answer(registration.redirectAt(path(exchange, "issuer")), query.get("code"),
                    query.get("iss"), query.get("error"));
            OpenLogin login = logins.finish(id, browser(exchange, id), answer);
            page(exchange, 200, "Logged in",
                    "<p>The gateway can call <b>" + text(login.server()) + "</b> now. You can close this page.</p>", "");
        } catch (Logins.LoginFailedException e) {
            page(exchange, 400, "Not logged in", "<p>" + text(e.getMessage()) + "</p>", "");
        }
    }

    /** Answers with the gateway's metadata as a client, which authorization servers read. */
    public void client(Exchange exchange) {
        Optional<ObjectNode> document = registration.document(path(exchange, "issuer"));
        exchange.getMessage().setHeaders(new HashMap<>(Map.of(Exchange.HTTP_RESPONSE_CODE, document.isPresent() ? 200 : 404,
                Exchange.CONTENT_TYPE, "application/json", "Cache-Control", "max-age=3600")));
        exchange.getMessage().setBody(document
                        .orElseGet(() -> JsonNodeFactory.instance.objectNode().put("message", "No authorization server has this address"))
                        .toString());
    }

    @SuppressWarnings("unchecked")
    private static String path(Exchange exchange, String variable) {
        return (String) exchange.getProperty(GuardedBinding.PATH, Map.class).getOrDefault(variable, "");
    }

    /** Returns the name of the login's cookie. Each login has its own, so that one browser can have several pages open. */
    private static String cookie(String id) {
        return COOKIE + DigestUtils.sha256Hex(id).substring(0, COOKIE_LETTERS);
    }

    /** Returns the secret of the browser; null if it did not open the login. */
    private static String browser(Exchange exchange, String id) {
        String cookies = exchange.getMessage().getHeader("Cookie", "", String.class);
        String begin = cookie(id) + "=";
        return Arrays.stream(cookies.split(";")).map(String::strip).filter(one -> one.startsWith(begin))
                .map(one -> one.substring(begin.length())).findFirst().orElse(null);
    }

    private static String text(String words) {
        return HtmlUtils.htmlEscape(words);
    }

    /** @param forms origin that the form may lead to, besides the gateway */
    private static void page(Exchange exchange, int status, String title, String content, String forms) {
        Message message = exchange.getMessage();
        message.setHeaders(new HashMap<>(Map.of(Exchange.HTTP_RESPONSE_CODE, status, Exchange.CONTENT_TYPE, "text/html; charset=utf-8",
                "Cache-Control", "no-store",
                "Content-Security-Policy", "default-src 'none'; form-action 'self'" + forms + "; frame-ancestors 'none'; base-uri 'none'",
                "X-Content-Type-Options", "nosniff",
                "X-Frame-Options", "DENY", "Referrer-Policy", "same-origin")));
        message.setBody("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + text(title) + "</title></head><body><h1>"
                + text(title) + "</h1>" + content
                + "</body></html>");
    }
}
