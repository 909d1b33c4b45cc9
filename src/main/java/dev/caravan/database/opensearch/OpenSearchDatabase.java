package dev.caravan.database.opensearch;

import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseProperties;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** One OpenSearch that is configured: where it is, and its catalogue. */
final class OpenSearchDatabase {

    /** After it the client gives up; the server, which has the statement's limit itself, should say so first. */
    private static final int GRACE_MILLIS = 500;

    private final String name;
    private final DatabaseProperties.Database settings;
    private final OpenSearchCatalogue catalogue;
    private final BoundedJson rows;

    OpenSearchDatabase(String name, DatabaseProperties.Database settings, OpenSearchCatalogue.Source source) {
        this.name = name;
        this.settings = settings;
        this.catalogue = new OpenSearchCatalogue(name, settings, source);
        this.rows = new BoundedJson(OpenSearchRequest.JSON, settings.maxRead().toBytes());
    }

    String name() {
        return name;
    }

    OpenSearchCatalogue catalogue() {
        return catalogue;
    }

    /** Reads what a query tool asks for. */
    BoundedJson rows() {
        return rows;
    }

    /** Of one statement, in milliseconds. */
    long limit() {
        return settings.statementTimeout().toMillis();
    }

    /** Of all requests of a call, in milliseconds. */
    long patience() {
        return limit() + GRACE_MILLIS;
    }

    /** For camel-http; the same in every call, so that connections are kept. */
    String endpoint() {
        long connect = settings.connectTimeout().toMillis();
        return settings.url().replaceFirst("/+$", "") + "?bridgeEndpoint=true&disableStreamCache=true&throwExceptionOnFailure=false&deleteWithBody=true&userAgent=caravan"
                + "&connectTimeout=" + connect + "&connectionRequestTimeout=" + connect + "&responseTimeout=" + patience()
                + "&connectionsPerRoute=" + settings.poolSize() + "&maxTotalConnections=" + settings.poolSize() + "&httpClientConfigurer=#boundedDatabaseHttp";
    }

    /** The header for Basic authentication. */
    Optional<String> authorization() {
        if (settings.username() == null || settings.username().isBlank()) {
            return Optional.empty();
        }
        String credentials = settings.username() + ":" + (settings.password() == null ? "" : settings.password());
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
    }
}
