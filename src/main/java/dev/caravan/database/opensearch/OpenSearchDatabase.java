package dev.caravan.database.opensearch;

import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseProperties;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * A configured OpenSearch: its address and its catalogue.
 *
 * @param rows reads the rows of answers
 */
record OpenSearchDatabase(String name, DatabaseProperties.Database settings, OpenSearchCatalogue catalogue, BoundedJson rows) {

    /** How much longer the client waits than the server, so that the server reports a timeout first. */
    private static final int GRACE_MILLIS = 500;

    OpenSearchDatabase(String name, DatabaseProperties.Database settings, OpenSearchCatalogue.Source source) {
        this(name, settings, new OpenSearchCatalogue(name, settings, source), new BoundedJson(OpenSearchRequest.JSON, settings.maxRead().toBytes()));
    }

    /** Returns the timeout of one statement, in milliseconds. */
    long limit() {
        return settings.statementTimeout().toMillis();
    }

    /** Returns the timeout of all requests of a call, in milliseconds. */
    long patience() {
        return limit() + GRACE_MILLIS;
    }

    /** Returns the URI of camel-http. Every call has the same, so that connections are reused. */
    String endpoint() {
        long connect = settings.connectTimeout().toMillis();
        return settings.url().replaceFirst("/+$", "") + "?bridgeEndpoint=true&disableStreamCache=true&throwExceptionOnFailure=false&deleteWithBody=true&userAgent=caravan"
                + "&connectTimeout=" + connect + "&connectionRequestTimeout=" + connect + "&responseTimeout=" + patience()
                + "&connectionsPerRoute=" + settings.poolSize() + "&maxTotalConnections=" + settings.poolSize() + "&httpClientConfigurer=#boundedDatabaseHttp";
    }

    /** Returns the header of Basic authentication. */
    Optional<String> authorization() {
        if (settings.username() == null || settings.username().isBlank()) {
            return Optional.empty();
        }
        String credentials = settings.username() + ":" + (settings.password() == null ? "" : settings.password());
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    }
}
