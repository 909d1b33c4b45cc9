package dev.caravan.source.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.security.AuthorizationServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Does what a user's browser does during a login at the gateway's public address {@value #GATEWAY}. */
public final class LoginVisit {

    public static final String GATEWAY = "https://gateway.example.com";

    private static final Pattern LOGIN = Pattern.compile(GATEWAY + "/oauth/login/[A-Za-z0-9_-]+");

    private final HttpClient http = HttpClient.newHttpClient();
    private final String gateway;
    private final AuthorizationServer issuer;
    private final String server;

    /**
     * Creates a browser.
     *
     * @param gateway address at which the gateway really is
     * @param server  name of the server that the login's page shows
     */
    public LoginVisit(String gateway, AuthorizationServer issuer, String server) {
        this.gateway = gateway;
        this.issuer = issuer;
        this.server = server;
    }

    /** Returns the address of the login in a text. */
    public static String login(String text) {
        Matcher login = LOGIN.matcher(text);
        assertThat(login.find()).as(text).isTrue();
        return login.group();
    }

    /** Logs a user in. Returns the address of the authorization server's answer to the gateway. */
    public String logIn(String login, String user) throws Exception {
        HttpRequest start = start(login);
        String answer = authorize(start, user);
        HttpResponse<String> finished = send(
                HttpRequest.newBuilder(here(answer)).header("Cookie", start.headers().firstValue("Cookie").orElseThrow()).build());
        assertThat(finished.statusCode()).as(finished.body()).isEqualTo(200);
        return answer;
    }

    /** Opens the page of a login, and returns the request of its button. */
    public HttpRequest start(String login) throws Exception {
        HttpResponse<String> page = open(login);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains(server).contains("<form method=\"post\">");
        assertThat(page.headers().firstValue("Set-Cookie").orElseThrow()).contains("HttpOnly", "SameSite=Lax", "Secure");
        assertThat(send(HttpRequest.newBuilder(here(login)).POST(HttpRequest.BodyPublishers.noBody()).build()).statusCode())
                .as("without the cookie").isEqualTo(400);
        return HttpRequest.newBuilder(here(login)).header("Cookie", page.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0])
                .POST(HttpRequest.BodyPublishers.noBody()).build();
    }

    /** Presses the button and logs in. Returns the address of the answer to the gateway. */
    public String authorize(HttpRequest start, String user) throws Exception {
        HttpResponse<String> sent = send(start);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(303);
        String address = sent.headers().firstValue("Location").orElseThrow();
        assertThat(address).startsWith(issuer.issuer()).contains("code_challenge_method=S256", "resource=");
        return issuer.answerTo(address, user);
    }

    /** Opens an address at the gateway without a cookie. */
    public HttpResponse<String> open(String address) throws Exception {
        return send(HttpRequest.newBuilder(here(address)).build());
    }

    public HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private URI here(String address) {
        return URI.create(address.replace(GATEWAY, gateway));
    }
}
