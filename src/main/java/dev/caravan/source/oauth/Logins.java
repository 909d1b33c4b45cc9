package dev.caravan.source.oauth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.codec.digest.DigestUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.crypto.keygen.Base64StringKeyGenerator;
import org.springframework.security.crypto.keygen.StringKeyGenerator;
import org.springframework.stereotype.Component;

/**
 * Logins of users at servers: authorization code with PKCE. A login belongs to one user and one server, can be finished once, in the
 * browser that opened it, and expires. Its state and the user's tokens are encrypted in the store, so any gateway of the installation can
 * finish it.
 */
@Component
public class Logins {

    private static final Logger LOG = LoggerFactory.getLogger(Logins.class);
    private static final String LOGIN = "login";
    /** Marks a login whose tokens are not stored yet. */
    private static final String FINISHING = "finishing";
    private static final String TOKENS = "tokens";
    /** Longer than a request for tokens may take. */
    private static final int FINISHING_SECONDS = 30;
    private static final int MOST_SERVERS = 10_000;
    private static final String OFFLINE = "offline_access";
    private static final int MOST_REFRESHES = 4;
    private static final int LONGEST_WAIT_SECONDS = 10;

    private final LoginProperties settings;
    private final SealedRecords records;
    private final MetadataDiscovery discovery;
    private final Registration registration;
    private final TokenRequests requests;
    private final ObjectMapper mapper;
    private final StringKeyGenerator secrets = new Base64StringKeyGenerator(Base64.getUrlEncoder().withoutPadding(), 32);
    /** A refresh holds a connection to the store while the authorization server answers. */
    private final Semaphore refreshes = new Semaphore(MOST_REFRESHES, true);
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final BegunLogins begun;
    private final LoadingCache<Discovery, FailurePause> pauses = Caffeine.newBuilder().maximumSize(MOST_SERVERS)
            .expireAfterAccess(Duration.ofMinutes(1)).build(any -> new FailurePause());
    /** Whether the gateway's own login is that of all callers, so that each of them may see its address. */
    private final boolean isOpenToAll;

    /** What the discovery of an authorization server begins with. */
    private record Discovery(String server, String url, OAuthSettings settings) {
    }

    /** A login can't be opened or finished. The message is for its user. */
    static final class LoginFailedException extends Exception {

        private static final long serialVersionUID = 1;

        LoginFailedException(String message) {
            super(message);
        }
    }

    Logins(LoginProperties settings, SealedRecords records, MetadataDiscovery discovery, Registration registration, TokenRequests requests,
            ObjectMapper mapper,
            @Value("${caravan.security.mode:none}") String mode) {
        this.settings = settings;
        this.records = records;
        this.discovery = discovery;
        this.registration = registration;
        this.requests = requests;
        this.mapper = mapper;
        this.begun = new BegunLogins(settings.expiry());
        this.isOpenToAll = mode.equalsIgnoreCase("none");
    }

    /** Adds a listener, which receives the server of each login for the gateway itself that this gateway finished. */
    void onGatewayLogin(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Whether the login is neither finished nor expired. */
    public boolean isOpen(LoginNeededException needed) {
        return isOpen(needed.url().substring(needed.url().lastIndexOf('/') + 1));
    }

    /** The mark stands before the login goes, so whoever reads in this order misses neither. */
    private boolean isOpen(String id) {
        return records.get(LOGIN, id) != null || records.get(FINISHING, id) != null;
    }

    /**
     * Begins a login, or returns the one that has begun for the same.
     *
     * @param prior     scopes that the user's token has
     * @param isRefused whether the server refuses all requests until the login
     * @throws IOException with the reason, if the server's authorization can't be discovered
     */
    LoginNeededException begin(String server, String url, OAuthSettings oauth, String user, Challenge challenge, Set<String> prior,
            boolean isRefused) throws IOException {
        BegunLogins.Purpose purpose = new BegunLogins.Purpose(url, oauth, challenge, prior);
        String known = known(server, user, purpose);
        if (known == null) {
            known = pauses.get(new Discovery(server, url, oauth)).run(() -> {
                String other = known(server, user, purpose); // of a call that was first
                return other == null ? begun(server, user, purpose) : other;
            });
        }
        return new LoginNeededException(server, registration.login(known), isRefused, user == null && !isOpenToAll);
    }

    private String known(String server, String user, BegunLogins.Purpose purpose) {
        String known = begun.find(server, user, purpose);
        return known == null || !isOpen(known) ? null : known;
    }

    /** Returns the address of the open login for the gateway itself; null if this gateway has begun none. */
    String gatewayLogin(String server, String url) {
        String id = begun.newest(server, null, url);
        return id == null ? null : registration.login(id);
    }

    private String begun(String server, String user, BegunLogins.Purpose purpose) throws IOException {
        String url = purpose.url();
        OAuthSettings oauth = purpose.settings();
        Challenge challenge = purpose.challenge();
        AuthorizationMetadata known = oauth.configured(url);
        AuthorizationMetadata metadata = known == null ? oauth.checked(discovery.find(url, challenge, oauth.issuer())) : known;
        if (metadata.authorize() == null) {
            throw new IOException("its authorization server has no logins with a browser");
        }
        OAuthClient client = registration.of(oauth, metadata);
        Set<String> scopes = new LinkedHashSet<>(purpose.prior());
        scopes.addAll(oauth.scopes());
        scopes.addAll(challenge.scopes());
        if (oauth.scopes().isEmpty() && challenge.scopes().isEmpty()) {
            scopes.addAll(metadata.scopes());
        }
        if (metadata.offered().contains(OFFLINE)) {
            scopes.add(OFFLINE);
        }
        String verifier = secrets.generateKey();
        String id = secrets.generateKey();
        String resource = oauth.resource() == null ? metadata.resource() : oauth.resource();
        OpenLogin login = new OpenLogin(server, url, user, metadata.issuer(), metadata.namesIssuer(), metadata.authorize().toString(),
                metadata.token().toString(), client,
                registration.redirect(metadata.issuer()), verifier, resource, scopes, null);
        records.put(LOGIN, id, mapper.writeValueAsString(login), Instant.now().plus(settings.expiry()));
        begun.add(server, user, purpose, id).forEach(oldest -> records.take(LOGIN, oldest));
        if (user == null) {
            LOG.warn("Login needed server={} user={} login={} issuer={} redirect={}", server, name(user), registration.login(id),
                    metadata.issuer(), login.redirect());
        } else {
            LOG.info("Login needed server={} user={} issuer={} redirect={}", server, name(user), metadata.issuer(), login.redirect());
        }
        return id;
    }

    /**
     * Opens a login in a browser.
     *
     * @return the secret of the browser
     */
    String open(String id) throws LoginFailedException, JsonProcessingException {
        find(id);
        String browser = secrets.generateKey();
        records.<JsonProcessingException>change(LOGIN, id, text -> text == null ? null
                : ((ObjectNode) mapper.readTree(text)).put("browser", DigestUtils.sha256Hex(browser)).toString());
        return browser;
    }

    /** Returns the login. */
    OpenLogin find(String id) throws LoginFailedException, JsonProcessingException {
        String text = records.get(LOGIN, id);
        if (text == null) {
            throw gone();
        }
        return mapper.readValue(text, OpenLogin.class);
    }

    /** Returns the address at the authorization server. */
    String start(String id, String browser) throws LoginFailedException, JsonProcessingException {
        OpenLogin login = find(id);
        check(login, browser);
        return login.request(id).getAuthorizationRequestUri();
    }

    /**
     * Finishes a login with the answer of the authorization server, and keeps the tokens. An answer of another authorization server ends
     * the login.
     */
    OpenLogin finish(String id, String browser, OpenLogin.Answer answer) throws LoginFailedException, JsonProcessingException {
        OpenLogin login = find(id);
        check(login, browser);
        records.put(FINISHING, id, "", Instant.now().plusSeconds(FINISHING_SECONDS));
        if (records.take(LOGIN, id) == null) {
            throw gone(); // the mark is that of another request, which finishes the login
        }
        try {
            checkIssuer(login, answer);
            keepTokens(login, id, answer);
        } finally {
            records.take(FINISHING, id);
            begun.forget(login.server(), login.user(), id);
        }
        LOG.info("Login finished server={} user={}", login.server(), name(login.user()));
        if (login.user() == null) {
            listeners.forEach(listener -> listener.accept(login.server()));
        }
        return login;
    }

    /**
     * Refuses the answer of another authorization server (RFC 9207, section 2.4; RFC 9700, section 4.4), before anything of it is used or
     * shown.
     */
    private static void checkIssuer(OpenLogin login, OpenLogin.Answer answer) throws LoginFailedException {
        boolean atItsAddress = answer.redirect().equals(login.redirect());
        boolean named = answer.issuer() == null ? !login.namesIssuer() : answer.issuer().equals(login.issuer());
        if (atItsAddress && named) {
            return;
        }
        String found = !atItsAddress ? "came to the address of another authorization server"
                : answer.issuer() != null ? "names another authorization server"
                : "does not name its authorization server (iss), as the metadata promises";
        LOG.warn("Login refused because of its answer reason=\"{}\" server={} user={} issuer={} redirect={}", found, login.server(),
                name(login.user()), login.issuer(), login.redirect());
        throw new LoginFailedException("The answer " + found + ". Only " + login.issuer()
                + " may answer this login. The gateway has not used the answer. Tell the operator of the gateway"
                + " about the server " + login.server() + " before you log in again.");
    }

    private void keepTokens(OpenLogin login, String id, OpenLogin.Answer answer) throws LoginFailedException, JsonProcessingException {
        if (answer.code() == null) {
            String error = answer.error();
            throw new LoginFailedException("The authorization server refused the login"
                    + (error != null && error.matches("[a-z_]{1,60}") ? ": " + error : "") + ".");
        }
        try {
            Tokens tokens = requests.code(login, id, answer.code());
            records.put(TOKENS, name(login.server(), login.url(), login.user()), mapper.writeValueAsString(tokens), null);
        } catch (TokenRequests.RefusedException e) {
            if (e.code().equals("invalid_client")) {
                registration.forget(login.issuer());
            }
            throw new LoginFailedException("The authorization server gave no token: " + e.code() + ".");
        }
    }

    private static void check(OpenLogin login, String browser) throws LoginFailedException {
        if (browser == null || login.browser() == null
                || !MessageDigest.isEqual(login.browser().getBytes(StandardCharsets.US_ASCII),
                        DigestUtils.sha256Hex(browser).getBytes(StandardCharsets.US_ASCII))) {
            throw new LoginFailedException("This login was opened in another browser.");
        }
    }

    /** Returns the user's tokens; null if there are none. */
    Tokens tokens(String server, String url, String user) {
        return read(records.get(TOKENS, name(server, url, user)));
    }

    /**
     * Refreshes the user's tokens. Of several gateways that do so at the same time, one asks the authorization server.
     *
     * @param used the tokens that are not valid any more
     * @return null if the user must log in again
     * @throws IOException also if too many other refreshes wait for their authorization servers
     */
    Tokens refreshed(String server, String url, String user, Tokens used) throws IOException {
        try {
            if (!refreshes.tryAcquire(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("too many access tokens are being refreshed, try again later");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the refresh of its access token was interrupted");
        }
        Tokens[] result = new Tokens[1];
        try {
            records.<IOException>change(TOKENS, name(server, url, user), text -> {
                Tokens now = read(text);
                if (now == null || !now.access().equals(used.access())) {
                    result[0] = now;
                    return text;
                }
                if (now.refresh() == null) {
                    return text;
                }
                try {
                    result[0] = requests.refresh(now);
                    return mapper.writeValueAsString(result[0]);
                } catch (TokenRequests.RefusedException e) {
                    LOG.info("Refresh refused server={} user={} error={}", server, name(user), e.code());
                    return e.code().equals("invalid_grant") ? null : text;
                }
            });
        } finally {
            refreshes.release();
        }
        return result[0];
    }

    private static String name(String user) {
        return user == null ? "(the gateway)" : user;
    }

    /** Tokens are of a server at an address: they are not sent to another address under the same name. */
    private static String name(String server, String url, String user) {
        return server + "\n" + url + "\n" + (user == null ? "" : "\n" + user);
    }

    private Tokens read(String text) {
        try {
            return text == null ? null : mapper.readValue(text, Tokens.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A record of tokens is invalid", e);
        }
    }

    private static LoginFailedException gone() {
        return new LoginFailedException("This login is finished or has expired. Repeat the call to get a new one.");
    }
}
