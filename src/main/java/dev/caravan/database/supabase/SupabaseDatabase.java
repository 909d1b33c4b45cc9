package dev.caravan.database.supabase;

import dev.caravan.database.BoundedJson;
import dev.caravan.database.DatabaseProperties;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** One PostgREST that is configured. */
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

    /** Where the API is: below {@code /rest/v1}, as Supabase has it, unless the url has a path, be it a slash. */
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
     * Whether the server surely left no rows out. It may have a limit of rows of its own ({@code db-max-rows}), which it does not tell: only a
     * page smaller than one that it has given is known not to be cut.
     */
    boolean isUncut(int returned) {
        return returned < largestPage.getAndAccumulate(returned, Math::max);
    }
}
