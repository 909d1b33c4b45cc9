package dev.caravan.source.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.security.PublicAddress;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.stereotype.Component;

/**
 * Makes the gateway a client of an authorization server. In this order: the client of the settings, the address of the gateway's metadata,
 * and dynamic registration (RFC 7591). A registration is kept for its issuer and is never used at another one. Each issuer has a redirect
 * address and a metadata document of its own (RFC 9700, section 4.4.2.2).
 */
@Component
class Registration {

    private static final String LOGIN = "/oauth/login/";
    private static final String CALLBACK = "/oauth/callback/";
    private static final String DOCUMENT = "/oauth/client/";
    /** 128 bits of a hash, so that nobody finds another issuer with the same address. */
    private static final int PLACE_LETTERS = 32;
    private static final Pattern PLACE = Pattern.compile("[0-9a-f]{" + PLACE_LETTERS + "}");

    private static final String KIND = "client";
    private static final int MOST_SERVERS = 10_000;
    private static final List<String> METHODS = List.of("client_secret_basic", "client_secret_post", "none");

    private final OAuthHttp http;
    private final SealedRecords records;
    private final ObjectMapper mapper;
    private final PublicAddress address;
    /** {host and port of a server: its newest registration here}. It replaces the former one, which is made again when it is needed. */
    private final Cache<String, String> registered = Caffeine.newBuilder().maximumSize(MOST_SERVERS).build();

    Registration(OAuthHttp http, SealedRecords records, ObjectMapper mapper, PublicAddress address) {
        this.http = http;
        this.records = records;
        this.mapper = mapper;
        this.address = address;
    }

    /** Returns the address of a login's page. */
    String login(String id) {
        return address.gateway() + LOGIN + id;
    }

    /** Returns the address to which this authorization server sends users back. No other one has it. */
    String redirect(String issuer) {
        return redirectAt(place(issuer));
    }

    /** Returns the redirect address with this last segment. */
    String redirectAt(String place) {
        return address.gateway() + CALLBACK + place;
    }

    OAuthClient of(OAuthSettings settings, AuthorizationMetadata metadata) throws IOException {
        if (settings.clientId() != null) {
            return new OAuthClient(settings.clientId(), settings.clientSecret(),
                    method(metadata.methods(), settings.clientSecret() != null));
        }
        String document = document(settings, metadata);
        if (metadata.clientDocuments() && document != null) {
            return new OAuthClient(document, null, "none");
        }
        String key = key(metadata.issuer());
        String known = records.get(KIND, key);
        if (known != null) {
            return mapper.readValue(known, OAuthClient.class);
        }
        if (metadata.register() == null) {
            throw new IOException(
                    "its authorization server registers no clients: set oauth.issuer, oauth.client-id and oauth.client-secret. Register "
                            + "the redirect address "
                    + redirect(metadata.issuer()) + " there");
        }
        OAuthClient client = registered(metadata);
        records.put(KIND, key, mapper.writeValueAsString(client), null);
        String former = registered.asMap().put(String.valueOf(URI.create(metadata.resource()).getRawAuthority()), key);
        if (former != null && !former.equals(key)) {
            records.take(KIND, former);
        }
        return client;
    }

    /** Forgets a registration that the authorization server no longer knows. */
    void forget(String issuer) {
        records.take(KIND, key(issuer));
    }

    private String key(String issuer) {
        return issuer + " " + redirect(issuer);
    }

    /**
     * Returns the address of the client's metadata; null for none. The gateway has a document for each issuer, so any authorization server
     * accepts that of another one. Only an answer that names its issuer tells them apart.
     */
    private String document(OAuthSettings settings, AuthorizationMetadata metadata) {
        String own = address.gateway().startsWith("https://") ? address.gateway() + DOCUMENT + place(metadata.issuer()) : null;
        String document = settings.clientMetadataUrl() == null ? own : settings.clientMetadataUrl();
        return document != null && isOfGateway(document) && !metadata.namesIssuer() ? null : document;
    }

    private boolean isOfGateway(String document) {
        try {
            return Origin.of(document).equals(Origin.of(address.gateway()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String place(String issuer) {
        return DigestUtils.sha256Hex(issuer).substring(0, PLACE_LETTERS);
    }

    private OAuthClient registered(AuthorizationMetadata metadata) throws IOException {
        OAuthHttp.Answer answer = http.post(metadata.register(), metadata(method(metadata.methods(), true), redirect(metadata.issuer())));
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

    /**
     * Returns the gateway's metadata as a client without a secret of one issuer, which stands at its own address; empty if there can be no
     * such issuer.
     */
    Optional<ObjectNode> document(String place) {
        return PLACE.matcher(place).matches()
                ? Optional.of(metadata("none", redirectAt(place)).put("client_id", address.gateway() + DOCUMENT + place))
                : Optional.empty();
    }

    private ObjectNode metadata(String method, String redirect) {
        ObjectNode client = JsonNodeFactory.instance.objectNode().put("client_name", "Caravan").put("client_uri", address.gateway());
        client.putArray("redirect_uris").add(redirect);
        client.putArray("grant_types").add("authorization_code").add("refresh_token");
        client.putArray("response_types").add("code");
        String kind = AddressRules.isLoopback(URI.create(address.gateway()).getHost()) ? "native" : "web";
        return client.put("token_endpoint_auth_method", method).put("application_type", kind);
    }
}
