package dev.caravan.source.openapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.caravan.routes.NamePatterns;
import dev.caravan.source.OfferedDefinition;
import dev.caravan.source.SettingsChecks;
import dev.caravan.source.oauth.OAuthSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of one API, {@code config/apis/NAME.yaml}.
 *
 * @param server      address that all requests go to; null means the document's first server
 * @param credentials {security scheme of the document: its key, token or {@code user:password}}
 * @param headers     headers of each request
 * @param oauth       access tokens of requests; null for none
 * @param timeout     timeout of one request
 * @param tags        tags of each tool of the API
 * @param expose      which operations are tools, and how
 */
record ApiSettings(String server, Map<String, String> credentials, Map<String, String> headers, OAuthSettings oauth, Duration timeout,
        List<String> tags, Expose expose) {

    private static final Duration LONGEST = Duration.ofHours(1);

    ApiSettings {
        credentials = SettingsChecks.texts(credentials);
        headers = SettingsChecks.texts(headers);
        timeout = timeout == null ? Duration.ofSeconds(10) : timeout;
        tags = tags == null ? List.of() : tags;
        expose = expose == null ? new Expose(null, null, null, null, null, null) : expose;
        SettingsChecks.headers(headers);
        SettingsChecks.values("credentials", credentials);
        SettingsChecks.tags(tags);
        SettingsChecks.require(oauth == null || headers.keySet().stream().noneMatch("Authorization"::equalsIgnoreCase),
                "oauth and the header Authorization exclude each other. Remove one of them");
        SettingsChecks.require(timeout.toMillis() > 0 && timeout.compareTo(LONGEST) <= 0,
                "timeout must be 1ms to 1h, got " + timeout.toMillis() + "ms");
    }

    /**
     * Which operations are tools. An operation must fit {@code tools}, {@code paths} and {@code operationTags}.
     *
     * @param prefix        prefix of each tool's name
     * @param tools         operation ids, with {@code *} and {@code !}
     * @param paths         paths, with {@code *} and {@code !}
     * @param operationTags tags of the document, with {@code *} and {@code !}; empty means that tags don't matter
     * @param maxTools      maximum number of tools; of more operations, the first ones of the document are tools
     * @param override      changes to single tools, by operation id
     */
    record Expose(String prefix, List<String> tools, List<String> paths, @JsonProperty("operation-tags") List<String> operationTags,
            @JsonProperty("max-tools") Integer maxTools,
            Map<String, OfferedDefinition.Override> override) {

        private static final int MOST_TOOLS = 500;

        Expose {
            prefix = prefix == null ? "" : prefix;
            tools = tools == null ? List.of("*") : tools;
            paths = paths == null ? List.of("*") : paths;
            operationTags = operationTags == null ? List.of() : operationTags;
            maxTools = maxTools == null ? MOST_TOOLS : maxTools;
            override = override == null ? Map.of() : override;
            SettingsChecks.exposed(prefix, maxTools);
        }

        boolean offers(DescribedApi.Operation operation) {
            return new NamePatterns(tools).admit(operation.id()) && new NamePatterns(paths).admit(operation.path())
                    && (operationTags.isEmpty() || operation.tags().stream().anyMatch(new NamePatterns(operationTags)::admit));
        }
    }

    /** Returns the settings without values of credentials, headers and oauth. */
    @Override
    public String toString() {
        return "ApiSettings[server=" + server + ", credentials=" + credentials.keySet() + ", headers=" + headers.keySet() + "]";
    }
}
