package dev.caravan.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.security.PublicAddress;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Makes the gateway a client of an authorization server. In this order: the client of the settings, the address of the gateway's metadata, and dynamic
 * registration (RFC 7591). A registration is kept for its issuer and is never used at another one.
 */
@Component
class Registration {

    static final String CALLBACK = "/oauth/callback";
    static final String DOCUMENT = "/oauth/client.json";

    private static final String KIND = "client";
    private static final List<String> METHODS = List.of("client_secret_basic", "client_secret_post", "none");

    private final OAuthHttp http;
    private final SealedRecords records;
    private final ObjectMapper mapper;
    private final PublicAddress address;

    Registration(OAuthHttp http, SealedRecords records, ObjectMapper mapper, PublicAddress address) {
        this.http = http;
        this.records = records;
        this.mapper = mapper;
        this.address = address;
    }

    /** Returns the address to which the authorization server sends the user back. */
    String redirect() {
        return address.gateway() + CALLBACK;
    }

    OAuthClient of(OAuthSettings settings, AuthorizationMetadata metadata) throws IOException {
        if (settings.clientId() != null) {
            return new OAuthClient(settings.clientId(), settings.clientSecret(), method(metadata.methods(), settings.clientSecret() != null));
        }
        String document = document(settings);
        if (metadata.clientDocuments() && document != null) {
            return new OAuthClient(document, null, "none");
        }
        String key = metadata.issuer() + " " + redirect();
        String known = records.get(KIND, key);
        if (known != null) {
            return mapper.readValue(known, OAuthClient.class);
        }
        if (metadata.register() == null) {
            throw new IOException("its authorization server registers no clients: set oauth.issuer, oauth.client-id and oauth.client-secret");
        }
        OAuthClient client = registered(metadata);
        records.put(KIND, key, mapper.writeValueAsString(client), null);
        return client;
    }

    /** Forgets a registration that the authorization server no longer knows. */
    void forget(String issuer) {
        records.take(KIND, issuer + " " + redirect());
    }

    private String document(OAuthSettings settings) {
        if (settings.clientMetadataUrl() != null) {
            return settings.clientMetadataUrl();
        }
        return address.gateway().startsWith("https://") ? address.gateway() + DOCUMENT : null;
    }

    private OAuthClient registered(AuthorizationMetadata metadata) throws IOException {
        OAuthHttp.Answer answer = http.post(metadata.register(), metadata(method(metadata.methods(), true)));
        JsonNode body = answer.body();
        if (answer.status() / 100 != 2 || body == null || !body.path("client_id").isTextual()) {
            throw new IOException("its authorization server did not register the gateway: HTTP status " + answer.status());
        }
        String secret = body.path("client_secret").textValue();
        String method = body.path("token_endpoint_auth_method").asText(method(metadata.methods(), secret != null));
        return new OAuthClient(body.get("client_id").textValue(), secret, METHODS.contains(method) ? method : "none");
    }

    private static String method(List<String> supported, boolean hasSecret) {
        if (!hasSecret) {
            return "none";
        }
        return METHODS.stream().filter(supported::contains).findFirst().orElse(METHODS.get(0));
    }

    /** Returns the gateway's metadata as a client without a secret, which stands at its own address. */
    ObjectNode document() {
        return metadata("none").put("client_id", address.gateway() + DOCUMENT);
    }

    private ObjectNode metadata(String method) {
        ObjectNode client = JsonNodeFactory.instance.objectNode().put("client_name", "Caravan").put("client_uri", address.gateway());
        client.putArray("redirect_uris").add(redirect());
        client.putArray("grant_types").add("authorization_code").add("refresh_token");
        client.putArray("response_types").add("code");
        String kind = AddressRules.isLoopback(URI.create(address.gateway()).getHost()) ? "native" : "web";
        return client.put("token_endpoint_auth_method", method).put("application_type", kind);
    }
}
