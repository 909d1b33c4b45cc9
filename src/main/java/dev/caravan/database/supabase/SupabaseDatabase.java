package dev.caravan.database.supabase;

import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseProperties;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** A configured PostgREST server. */
final class SupabaseDatabase {

    private static final String API = "/rest/v1";

    private final DatabaseProperties.Database settings;
    private final BoundedJson rows;
    private final SupabaseCatalogue catalogue;
    private final AtomicInteger largestPage = new AtomicInteger();

    SupabaseDatabase(DatabaseProperties.Database settings, BoundedJson rows, SupabaseCatalogue catalogue) {
        this.settings = settings;
        this.rows = rows;
        this.catalogue = catalogue;
    }

    /** Returns the address of the API. It is below {@code /rest/v1}, as in Supabase, unless the url has a path, even a single slash. */
    String address() {
        String path = URI.create(settings.url()).getRawPath();
        return path == null || path.isEmpty() ? settings.url() + API : settings.url();
    }

    /** Returns the URI of camel-http. Every call has the same, so that connections are reused. */
    String endpoint() {
        long connect = settings.connectTimeout().toMillis();
        return address() + "?bridgeEndpoint=true&disableStreamCache=true&userAgent=caravan&connectTimeout=" + connect + "&connectionRequestTimeout=" + connect
                + "&responseTimeout=" + settings.statementTimeout().toMillis() + "&connectionsPerRoute=" + settings.poolSize() + "&maxTotalConnections=" + settings.poolSize()
                + "&httpClientConfigurer=#boundedDatabaseHttp";
    }

    DatabaseProperties.Database settings() {
        return settings;
    }

    /** Returns the reader of rows. */
    BoundedJson rows() {
        return rows;
    }

    SupabaseCatalogue catalogue() {
        return catalogue;
    }

    /**
     * Returns whether the server surely returned all rows. The server may have its own limit of rows ({@code db-max-rows}), which it does not report.
     * A page is surely complete only if the server has already returned a larger page.
     */
    boolean isUncut(int returned) {
        return returned < largestPage.getAndAccumulate(returned, Math::max);
    }
}
