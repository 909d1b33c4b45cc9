package dev.caravan.security;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.security.*}; each is explained in {@code config/application.yaml}.
 *
 * @param mode                how callers are known
 * @param openToNetwork       mode none on an address that others can reach: the second yes that this needs
 * @param publicUrl           where clients reach the gateway, without a path; empty: where it listens
 * @param instanceKeysSuffice whether who has the key of an MCP instance needs nothing else at that instance
 * @param tagScopes           {tag: scope that tools, resources and prompts with it need besides}
 * @param keys                mode api-key: who may call
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
     * @param name   of whom it belongs to
     * @param sha256 of the key, in hexadecimal
     * @param scopes what its owner may do
     * @param tags   of the tools, resources and prompts that its owner may use; empty: of all
     */
    record Key(String name, String sha256, @DefaultValue Set<String> scopes, @DefaultValue Set<String> tags) {

        Key {
            if (name == null || name.isBlank() || sha256 == null || !sha256.matches("[0-9a-fA-F]{64}")) {
                throw new IllegalArgumentException("caravan.security.keys: each needs a name, and sha256 with 64 hexadecimal digits");
            }
        }
    }
}
