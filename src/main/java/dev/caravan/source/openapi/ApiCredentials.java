package dev.caravan.source.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.caravan.json.PercentCode;
import dev.caravan.source.SettingsChecks;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The credentials of the settings for the security schemes of a document. The document says where a credential goes, never to which server.
 */
record ApiCredentials(Map<String, JsonNode> schemes, ApiSettings settings) {

    private static final int SHORTEST_SECRET = 8;

    /** @throws IllegalArgumentException if the settings name a scheme that the document does not have */
    static ApiCredentials read(DescribedApi api, ApiSettings settings) {
        Map<String, JsonNode> schemes = api.securitySchemes();
        for (String name : settings.credentials().keySet()) {
            if (!schemes.containsKey(name)) {
                throw new IllegalArgumentException("credentials: the document has no security scheme " + name
                        + (schemes.isEmpty() ? "; use headers" : "; it has " + String.join(", ", schemes.keySet())));
            }
        }
        return new ApiCredentials(schemes, settings);
    }

    /**
     * Returns the credentials for the first alternative that the settings can fulfil. If the document describes no tokens, each operation
     * gets the access token.
     *
     * @param security alternatives of {scheme: scopes}; missing or empty if the operation needs no credentials
     * @throws IllegalArgumentException with the schemes that are needed, if the settings fulfil none
     */
    List<Applied> of(JsonNode security) {
        List<Applied> described = described(security);
        boolean everywhere = settings.oauth() != null && schemes.keySet().stream().noneMatch(this::takesToken)
                && described.stream().noneMatch(one -> one.sets("header", "Authorization"));
        return everywhere ? Stream.concat(described.stream(), Stream.of(Applied.TOKEN)).toList() : described;
    }

    private List<Applied> described(JsonNode security) {
        for (JsonNode alternative : security) {
            List<Applied> applied = alternative.propertyStream().map(scheme -> credential(scheme.getKey())).toList();
            if (!applied.isEmpty() && applied.stream().allMatch(Objects::nonNull)) {
                return applied;
            }
        }
        if (security.isEmpty() || security.valueStream().anyMatch(JsonNode::isEmpty)) {
            return List.of();
        }
        Set<String> needed = security.valueStream().flatMap(JsonNode::propertyStream).map(Map.Entry::getKey)
                .filter(scheme -> credential(scheme) == null).collect(Collectors.toCollection(TreeSet::new));
        throw new IllegalArgumentException("it needs credentials that are not given: " + String.join(" or ", needed) + ". Set credentials."
                + needed.iterator().next() + ", " + (needed.stream().anyMatch(this::takesToken) ? "oauth, " : "") + "or a header");
    }

    private Applied credential(String name) {
        JsonNode scheme = schemes.get(name);
        if (scheme == null) {
            return null;
        }
        String value = settings.credentials().get(name);
        if (value == null && settings.oauth() != null && takesToken(name)) {
            return Applied.TOKEN;
        }
        String in = scheme.path("type").asText().equals("apiKey") ? scheme.path("in").asText("header") : "header";
        String parameter = scheme.path("type").asText().equals("apiKey") ? scheme.path("name").asText("") : "Authorization";
        if (!in.equals("query") && !SettingsChecks.isHeader(parameter)) {
            return null;
        }
        if (value == null) {
            boolean set = in.equals("header") && settings.headers().keySet().stream().anyMatch(parameter::equalsIgnoreCase);
            return set ? new Applied(in, parameter, null) : null;
        }
        return switch (scheme.path("type").asText()) {
            case "apiKey" -> new Applied(in, parameter, value);
            case "http" -> scheme.path("scheme").asText().equalsIgnoreCase("basic") ? new Applied(in, parameter, "Basic " + base64(value))
                    : bearer(value);
            case "oauth2", "openIdConnect" -> bearer(value);
            default -> null;
        };
    }

    private boolean takesToken(String name) {
        JsonNode scheme = schemes.getOrDefault(name, MissingNode.getInstance());
        return switch (scheme.path("type").asText()) {
            case "oauth2", "openIdConnect" -> true;
            case "http" -> scheme.path("scheme").asText().equalsIgnoreCase("bearer");
            default -> false;
        };
    }

    private static Applied bearer(String token) {
        return new Applied("header", "Authorization", token.toLowerCase(Locale.ROOT).startsWith("bearer ") ? token : "Bearer " + token);
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns texts that must not appear in answers, errors and logs, the longest first. Shorter texts are common in answers. */
    static List<String> secrets(ApiSettings settings) {
        Set<String> secrets = new LinkedHashSet<>();
        List<String> values = new ArrayList<>(settings.credentials().values());
        settings.headers().forEach((name, value) -> {
            if (isSecret(name)) {
                values.add(value);
            }
        });
        for (String value : values) {
            // also as a service repeats its query in a link
            secrets.addAll(List.of(value, PercentCode.of(value), URLEncoder.encode(value, StandardCharsets.UTF_8), base64(value),
                    value.substring(value.lastIndexOf(' ') + 1), value.substring(value.indexOf(':') + 1)));
        }
        if (settings.oauth() != null) {
            secrets.addAll(settings.oauth().secrets());
        }
        return secrets.stream().filter(secret -> secret.length() >= SHORTEST_SECRET).sorted((one, other) -> other.length() - one.length())
                .toList();
    }

    private static boolean isSecret(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return name.matches(".*(auth|token|key|secret|cookie|password|credential).*");
    }

    /**
     * A credential of a request.
     *
     * @param in    header, query or cookie
     * @param name  name of the header or parameter
     * @param value value; null if a header of the settings or an access token has it
     * @param token whether the value is the access token of each request
     */
    record Applied(String in, String name, String value, boolean token) {

        /** The access token of the settings' {@code oauth}. */
        static final Applied TOKEN = new Applied("header", "Authorization", null, true);

        Applied(String in, String name, String value) {
            this(in, name, value, false);
        }

        /** Whether the credential is the parameter with this place and name. */
        boolean sets(String place, String parameter) {
            return in.equals(place) && (in.equals("header") ? name.equalsIgnoreCase(parameter) : name.equals(parameter));
        }

        /** Returns the credential without its value. */
        @Override
        public String toString() {
            return in + " " + name;
        }
    }
}
