package dev.caravan.security;

import dev.caravan.start.OrZero;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.security.*}; each is explained in {@code config/application.yaml}.
 *
 * @param mode                How callers are authenticated: none, api-key or oauth2.
 * @param openToNetwork       Whether mode none may listen on an address other than loopback. Without it the gateway refuses to start there.
 * @param publicUrl           Address at which clients reach the gateway, without a path. Tokens are issued for it. Empty means http.host
 * and                            http.port. Required when http.host is 0.0.0.0 or ::.
 * @param instanceKeysSuffice Whether the key in /mcp/KEY is enough to use that MCP instance, without credentials of the caller.
 * @param tagScopes           Scopes that tools, resources and prompts with a tag require in addition, such as {graph: tools:graph}.
 * @param keys                Callers with keys, in mode api-key.
 * @param keysFile            File with more such callers. Edits of it take effect without a restart.
 * @param scopes              The names of scopes.
 * @param rateLimit           Limits the requests of each caller.
 * @param failedLogins        Limits wrong credentials.
 * @param oauth2              Settings of mode oauth2.
 */
@ConfigurationProperties("caravan.security")
record SecurityProperties(
        @DefaultValue("none") Mode mode,
        @DefaultValue("false") boolean openToNetwork,
        @DefaultValue("") String publicUrl,
        @DefaultValue("false") boolean instanceKeysSuffice,
        @DefaultValue Map<String, String> tagScopes,
        @DefaultValue List<Key> keys,
        @DefaultValue("config/keys.yaml") Path keysFile,
        @DefaultValue Scopes scopes,
        @DefaultValue RateLimit rateLimit,
        @DefaultValue Attempts failedLogins,
        @DefaultValue OAuth2 oauth2) {

    private static final Pattern ADDRESS = Pattern.compile("https?://[^/?#\\s]+/*");

    SecurityProperties {
        if (mode == Mode.OAUTH2 && !oauth2.issuer().matches("https?://\\S+")) {
            throw new IllegalArgumentException("caravan.security.mode is oauth2, but caravan.security.oauth2.issuer is missing"
                    + " or no address. Write the issuer as its tokens do, such as https://login.example.com/realms/company");
        }
        if (!publicUrl.isBlank() && !ADDRESS.matcher(publicUrl.strip()).matches()) {
            throw new IllegalArgumentException("caravan.security.public-url must be an address without a path."
                    + " Write https://gateway.example.com");
        }
        if (keys.stream().map(key -> key.sha256().toLowerCase(Locale.ROOT)).distinct().count() < keys.size()) {
            throw new IllegalArgumentException("caravan.security.keys has the same sha256 twice. Give each caller a key of its own");
        }
    }

    enum Mode { NONE, API_KEY, OAUTH2 }

    /**
     * @param name     Name of the caller that has this key, in mode api-key.
     * @param sha256   SHA-256 of the key, in hexadecimal.
     * @param scopes   Scopes of the caller.
     * @param tags     Tags of the tools, resources and prompts that the key may use. Empty means all.
     * @param toolsets Toolsets that the key may use. Empty means all tools, resources and prompts.
     */
    record Key(String name, String sha256, @DefaultValue Set<String> scopes, @DefaultValue Set<String> tags,
            @DefaultValue Set<String> toolsets) {

        Key {
            if (name == null || name.isBlank() || sha256 == null || !KeysText.HASH.matcher(sha256).matches()) {
                throw new IllegalArgumentException("caravan.security.keys: each key requires name, and sha256 with 64 hexadecimal digits."
                        + " Make it with: printf %s \"$KEY\" | sha256sum");
            }
            if (sha256.equalsIgnoreCase(KeysText.NO_KEY)) {
                throw new IllegalArgumentException("caravan.security.keys: a sha256 is that of an empty key. Hash the key itself");
            }
        }
    }

    /**
     * The names of scopes.
     *
     * @param read    Scope for lists, resources, prompts, event streams and REST requests that read.
     * @param call    Scope for tool calls and action recall.
     * @param manage  Scope for REST requests that change something.
     * @param sources Scope for REST requests that read and change the settings of sources (servers, APIs and Kamelets) and approve
     *                definitions.
     * @param actAs   Scope for naming another account in x-account-id and x-account-type.
     * @param toolset Beginning of the scopes that name a toolset: the name follows.
     */
    record Scopes(@DefaultValue("tools:read") String read, @DefaultValue("tools:call") String call,
            @DefaultValue("catalogue:write") String manage, @DefaultValue("sources:write") String sources,
            @DefaultValue("accounts:act-as") String actAs, @DefaultValue("toolset:") String toolset) {

        Scopes {
            if (toolset.isBlank()) {
                throw new IllegalArgumentException("caravan.security.scopes.toolset must not be empty, since every scope would name a"
                        + " toolset");
            }
        }

        /** Returns the toolsets that a caller's key and scopes name; empty means all tools. */
        Set<String> toolsets(Caller caller) {
            Set<String> named = new LinkedHashSet<>(caller.toolsets());
            caller.scopes().stream().filter(scope -> scope.startsWith(toolset)).map(scope -> scope.substring(toolset.length()))
                    .forEach(named::add);
            return named;
        }

        /** Returns the scopes that the right requires; empty for entering. */
        List<String> needed(Right right) {
            return switch (right) {
                case NONE, ENTER -> List.of();
                case READ -> List.of(read);
                case CALL -> List.of(call);
                case MANAGE -> List.of(manage);
                case SOURCES -> List.of(sources);
            };
        }

        /** Returns the scopes that a new client should request. */
        List<String> advised(Right right) {
            return right == Right.ENTER ? List.of(read, call) : needed(right);
        }
    }

    /**
     * Limits the requests of each caller.
     *
     * @param calls Requests of one caller in the period per, at each gateway. More get 429. 0 means no limit.
     * @param per   Period of the rate limit.
     * @param burst Requests that a caller may send at once after a pause. 0 means calls.
     */
    record RateLimit(@DefaultValue("0") @OrZero long calls, @DefaultValue("1s") Duration per,
            @DefaultValue("0") @OrZero long burst) {

        RateLimit {
            if (calls < 0 || burst < 0 || per.isZero() || per.isNegative()) {
                throw new IllegalArgumentException("caravan.security.rate-limit: calls and burst must be 0 or more,"
                        + " and per must be more than 0");
            }
        }
    }

    /**
     * Limits wrong credentials.
     *
     * @param attempts Wrong credentials, and wrong keys of MCP instances, from one address in the period per. More get 429. 0 means no
     *                 limit.
     * @param per      Period in which wrong credentials are counted.
     */
    record Attempts(@DefaultValue("60") @OrZero long attempts, @DefaultValue("1m") Duration per) {

        Attempts {
            if (attempts < 0 || per.isZero() || per.isNegative()) {
                throw new IllegalArgumentException("caravan.security.failed-logins: attempts must be 0 or more,"
                        + " and per must be more than 0");
            }
        }
    }

    /**
     * Settings of mode oauth2.
     *
     * @param issuer     Issuer of the tokens, exactly as their iss claim says it.
     * @param jwksUri    Address of the issuer's keys. Empty means the address in the issuer's metadata.
     * @param audiences  Accepted audiences (aud); a token must have one of them. Empty means public-url, with or without /mcp.
     * @param algorithms Accepted signature algorithms.
     * @param clockSkew  Difference that is allowed between the issuer's clock and the gateway's clock.
     * @param keysTtl    Time for which the issuer's keys and verified tokens are cached.
     * @param timeout    Timeout of one request to the issuer.
     */
    record OAuth2(
            @DefaultValue("") String issuer,
            @DefaultValue("") String jwksUri,
            @DefaultValue List<String> audiences,
            @DefaultValue({"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"}) List<String> algorithms,
            @DefaultValue("60s") @OrZero Duration clockSkew,
            @DefaultValue("5m") Duration keysTtl,
            @DefaultValue("2s") Duration timeout) {
    }
}
