package dev.caravan.database.opensearch;

import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseProperties;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.springframework.util.unit.DataSize;

/** A configured OpenSearch: its address and its catalogue. */
final class OpenSearchDatabase {

    /** How much longer the client waits than the server, so that the server reports a timeout first. */
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

    /** Returns the reader of rows. */
    BoundedJson rows() {
        return rows;
    }

    /** Returns how many bytes of rows a call may read. */
    DataSize maxRead() {
        return settings.maxRead();
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
