package dev.caravan.source.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.SchemaResolver;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * Finds the authorization server of a server: by the server's metadata (RFC 9728), and the authorization server's (RFC 8414, OpenID Connect
 * Discovery). A server without metadata has the authorization server of its settings. Without that one too, it is its own authorization
 * server, as in MCP 2025-03-26.
 */
@Component
record MetadataDiscovery(OAuthHttp http) {

    private static final String RESOURCE = "/.well-known/oauth-protected-resource";
    private static final String OAUTH = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    /**
     * Finds the metadata.
     *
     * @param url       address of the server
     * @param challenge the server's, when it refused a request
     * @param issuer    authorization server of the settings, for a server without metadata; null for none
     * @throws IOException with the reason, if an address is not allowed, a document is wrong, or a server can't be reached
     */
    AuthorizationMetadata find(String url, Challenge challenge, String issuer) throws IOException {
        AddressRules rules = new AddressRules(url);
        URI server = URI.create(url);
        String origin = server.getScheme() + "://" + server.getRawAuthority();
        JsonNode resource = resource(rules, server, origin, challenge);
        if (resource == null) {
            return issuer == null ? of(rules, origin, url, Set.of(), true) : of(new AddressRules(issuer), issuer, url, Set.of(), false);
        }
        String named = resource.path("resource").asText();
        if (!covers(named, server)) {
            throw new IOException("its resource metadata names the resource " + SchemaResolver.shown(named) + ", not the server's url");
        }
        String found = resource.path("authorization_servers").path(0).asText();
        if (found.isEmpty()) {
            throw new IOException("its metadata names no authorization server");
        }
        return of(rules, found, named, texts(resource.path("scopes_supported")), false);
    }

    private JsonNode resource(AddressRules rules, URI server, String origin, Challenge challenge) throws IOException {
        if (challenge.metadata() != null) {
            JsonNode found = document(rules.checked("resource_metadata", challenge.metadata()));
            if (found == null) {
                throw new IOException("its resource metadata at " + SchemaResolver.shown(challenge.metadata()) + " does not exist");
            }
            return found;
        }
        String path = path(server);
        JsonNode found = path.isEmpty() ? null : document(URI.create(origin + RESOURCE + path));
        return found != null ? found : document(URI.create(origin + RESOURCE));
    }

    /** Whether the resource is the server, or a place above it. */
    private static boolean covers(String resource, URI server) {
        try {
            URI named = URI.create(resource);
            String above = path(named);
            return String.valueOf(named.getScheme()).equalsIgnoreCase(server.getScheme())
                    && String.valueOf(named.getRawAuthority()).equalsIgnoreCase(server.getRawAuthority())
                    && (path(server).equals(above) || path(server).startsWith(above + "/"));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private AuthorizationMetadata of(AddressRules rules, String issuer, String resource, Set<String> scopes, boolean isServer)
            throws IOException {
        URI address = rules.checked("authorization server", issuer);
        String origin = address.getScheme() + "://" + address.getRawAuthority();
        String path = path(address);
        List<String> places = path.isEmpty() ? List.of(origin + OAUTH, origin + OPENID)
                : List.of(origin + OAUTH + path, origin + OPENID + path, origin + path + OPENID);
        for (String place : places) {
            JsonNode found = document(URI.create(place));
            if (found != null) {
                return read(rules, found, issuer, resource, scopes);
            }
        }
        if (!isServer) {
            throw new IOException("its authorization server " + issuer
                    + " has no metadata. Set oauth.token-url, and for login also oauth.authorization-url and oauth.client-id");
        }
        return new AuthorizationMetadata(resource, scopes, issuer, URI.create(origin + "/authorize"), URI.create(origin + "/token"),
                URI.create(origin + "/register"),
                List.of(), Set.of(), false, false);
    }

    private static AuthorizationMetadata read(AddressRules rules, JsonNode found, String issuer, String resource, Set<String> scopes)
            throws IOException {
        if (!issuer.equals(found.path("issuer").asText())) {
            throw new IOException("the metadata of its authorization server names another issuer");
        }
        URI authorize = optional(rules, found, "authorization_endpoint");
        if (authorize != null && !texts(found.path("code_challenge_methods_supported")).contains("S256")) {
            throw new IOException("its authorization server does not support PKCE with S256");
        }
        return new AuthorizationMetadata(resource, scopes, issuer, authorize,
                rules.checked("token_endpoint", found.path("token_endpoint").asText()),
                optional(rules, found, "registration_endpoint"),
                new ArrayList<>(texts(found.path("token_endpoint_auth_methods_supported"))),
                texts(found.path("scopes_supported")), found.path("authorization_response_iss_parameter_supported").asBoolean(),
                found.path("client_id_metadata_document_supported").asBoolean());
    }

    private static URI optional(AddressRules rules, JsonNode found, String name) throws IOException {
        return found.path(name).isTextual() ? rules.checked(name, found.get(name).textValue()) : null;
    }

    private static Set<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static String path(URI uri) {
        return uri.getRawPath() == null ? "" : uri.getRawPath().replaceFirst("/+$", "");
    }

    /** Returns the document; null if there is none at this address. */
    private JsonNode document(URI address) throws IOException {
        OAuthHttp.Answer answer = http.get(address);
        return answer.status() == 200 && answer.body() != null && answer.body().isObject() ? answer.body() : null;
    }
}
