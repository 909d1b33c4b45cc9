package dev.caravan.security;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.security.*}; each is explained in {@code config/application.yaml}.
 *
 * @param mode                How callers are authenticated: none, api-key or oauth2.
 * @param openToNetwork       Whether mode none may listen on an address other than loopback. Without it the gateway refuses to start there.
 * @param publicUrl           Address at which clients reach the gateway, without a path. Tokens are issued for it. Empty means http.host and
 *                            http.port. Required when http.host is 0.0.0.0 or ::.
 * @param instanceKeysSuffice Whether the key in /mcp/KEY is enough to use that MCP instance, without credentials of the caller.
 * @param tagScopes           Scopes that tools, resources and prompts with a tag require in addition, such as {graph: tools:graph}.
 * @param keys                Callers with keys, in mode api-key.
 */
@ConfigurationProperties("caravan.security")
record SecurityProperties(
        @DefaultValue("none") Mode mode,
        @DefaultValue("false") boolean openToNetwork,
        @DefaultValue("") String publicUrl,
        @DefaultValue("false") boolean instanceKeysSuffice,
        @DefaultValue Map<String, String> tagScopes,
        @DefaultValue List<Key> keys) {

    enum Mode { NONE, API_KEY, OAUTH2 }

    /**
     * @param name   Name of the caller that has this key, in mode api-key.
     * @param sha256 SHA-256 of the key, in hexadecimal.
     * @param scopes Scopes of the caller.
     * @param tags   Tags of the tools, resources and prompts that the key may use. Empty means all.
     */
    record Key(String name, String sha256, @DefaultValue Set<String> scopes, @DefaultValue Set<String> tags) {

        Key {
            if (name == null || name.isBlank() || sha256 == null || !sha256.matches("[0-9a-fA-F]{64}")) {
                throw new IllegalArgumentException("caravan.security.keys: each key requires name, and sha256 with 64 hexadecimal digits");
            }
        }
    }
}
