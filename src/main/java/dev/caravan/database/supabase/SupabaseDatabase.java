package dev.caravan.database.supabase;

import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseProperties;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A configured PostgREST server.
 *
 * @param rows        reads the rows of answers
 * @param largestPage number of rows of the largest page that the server returned
 */
record SupabaseDatabase(DatabaseProperties.Database settings, BoundedJson rows, SupabaseCatalogue catalogue, AtomicInteger largestPage) {

    private static final String API = "/rest/v1";

    SupabaseDatabase(DatabaseProperties.Database settings, BoundedJson rows, SupabaseCatalogue catalogue) {
        this(settings, rows, catalogue, new AtomicInteger());
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

    /**
     * Returns whether the server surely returned all rows. The server may have its own limit of rows ({@code db-max-rows}), which it does not report.
     * A page is surely complete only if the server has already returned a larger page.
     */
    boolean isUncut(int returned) {
        return returned < largestPage.getAndAccumulate(returned, Math::max);
    }
}
