package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.source.oauth.OAuthSettings;
import dev.caravan.source.oauth.OAuthSettings.Grant;
import dev.caravan.source.oauth.Origin;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The security schemes of a document that take an access token: {@code oauth2}, {@code openIdConnect} and {@code bearer}. They name
 * endpoints and scopes for settings that leave them out. A document is data of others, so its endpoints get the gateway's secret only on
 * the API's own host, or on the host of the settings' {@code issuer}.
 */
record TokenSchemes(Map<String, JsonNode> schemes) {

    private static final int MOST_SCOPES = 100;

    static TokenSchemes of(Map<String, JsonNode> all) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        all.forEach((name, scheme) -> {
            String type = scheme.path("type").asText();
            if (type.equals("oauth2") || type.equals("openIdConnect")
                    || type.equals("http") && scheme.path("scheme").asText().toLowerCase(Locale.ROOT).equals("bearer")) {
                found.put(name, scheme);
            }
        });
        return new TokenSchemes(found);
    }

    boolean isEmpty() {
        return schemes.isEmpty();
    }

    boolean has(String name) {
        return schemes.containsKey(name);
    }

    /** Returns the scopes that operations need. Of several alternatives of one operation, the first counts that takes a token. */
    Set<String> scopes(List<JsonNode> securities) {
        Set<String> scopes = new LinkedHashSet<>();
        for (JsonNode security : securities) {
            security.valueStream().filter(alternative -> alternative.propertyStream().anyMatch(scheme -> has(scheme.getKey()))).findFirst()
                    .ifPresent(alternative -> alternative.propertyStream().filter(scheme -> has(scheme.getKey()))
                            .forEach(scheme -> scheme.getValue().forEach(scope -> scopes.add(scope.asText()))));
        }
        return scopes;
    }

    /**
     * Adds what the settings leave out.
     *
     * @param server address of the API
     * @param needed scopes that the operations need
     * @throws IllegalArgumentException if the document names an endpoint on a host that the settings don't name, or too many scopes
     */
    OAuthSettings completed(OAuthSettings given, String server, Set<String> needed) {
        if (given.scopes().isEmpty() && needed.size() > MOST_SCOPES) {
            throw new IllegalArgumentException("oauth: the operations need " + needed.size() + " scopes, more than " + MOST_SCOPES
                    + ". Set oauth.scopes, or offer fewer operations");
        }
        OAuthSettings scoped = given.with(given.tokenUrl(), given.authorizationUrl(), given.issuer(),
                given.scopes().isEmpty() ? List.copyOf(needed) : given.scopes());
        boolean registers = given.grant() == Grant.LOGIN
                && given.clientId() == null; // the document's endpoints know no client that registers itself
        if (given.tokenUrl() != null || registers) {
            return scoped;
        }
        for (JsonNode scheme : schemes.values()) {
            JsonNode flow = flow(scheme.path("flows"), given.grant());
            if (flow.path("tokenUrl").isTextual()) {
                return withEndpoints(scoped, server, flow);
            }
            if (scheme.path("openIdConnectUrl").isTextual() && given.issuer() == null) {
                return withIssuer(scoped, server, scheme.get("openIdConnectUrl").textValue());
            }
        }
        return scoped;
    }

    /** Returns the flow whose endpoints a grant uses; missing if there is none. */
    private static JsonNode flow(JsonNode flows, Grant grant) {
        JsonNode own = flows.path(grant == Grant.LOGIN ? "authorizationCode" : "clientCredentials");
        return own.isMissingNode() && grant == Grant.TOKEN_EXCHANGE ? flows.path("authorizationCode") : own;
    }

    private static OAuthSettings withEndpoints(OAuthSettings given, String server, JsonNode flow) {
        String token = absolute(server, flow.path("tokenUrl").asText());
        String authorization = given.grant() == Grant.LOGIN ? absolute(server, flow.path("authorizationUrl").asText()) : null;
        boolean known = isTrusted(token, server, given) && (authorization == null || isTrusted(authorization, server, given));
        if (known) {
            return given.with(token, authorization, given.issuer(), given.scopes());
        }
        if (given.issuer() != null) {
            return given; // the gateway discovers the issuer's own endpoints
        }
        throw new IllegalArgumentException("oauth: the document names the token endpoint " + ApiReader.ServerAddress.shown(token)
                + ", which is not on the API's host. If it may get the client's secret, set oauth.token-url to it"
                + (authorization == null ? "" : " and oauth.authorization-url to " + ApiReader.ServerAddress.shown(authorization)));
    }

    private static OAuthSettings withIssuer(OAuthSettings given, String server, String address) {
        String issuer = absolute(server, address).replaceFirst("/+\\.well-known/openid-configuration$", "");
        if (isTrusted(issuer, server, given)) {
            return given.with(given.tokenUrl(), given.authorizationUrl(), issuer, given.scopes());
        }
        throw new IllegalArgumentException("oauth: the document names the authorization server " + ApiReader.ServerAddress.shown(issuer)
                + ", which is not on the API's host. If it may get the client's secret, set oauth.issuer to it");
    }

    private static boolean isTrusted(String address, String server, OAuthSettings given) {
        return Origin.of(address).equals(Origin.of(server)) || given.issuer() != null && Origin.of(address)
                .equals(Origin.of(given.issuer()));
    }

    private static String absolute(String server, String address) {
        try {
            String absolute = URI.create(server + "/").resolve(address.strip()).toString();
            Origin.of(absolute); // has a host, and no user
            return absolute;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("oauth: the document names the endpoint " + ApiReader.ServerAddress.shown(address)
                    + ", which is no address");
        }
    }
}
