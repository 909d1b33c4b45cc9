package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Documents to be changed at once; the routes have them as variable {@value #VARIABLE}.
 *
 * @param hits   as the server found them
 * @param scroll the server's name for what follows
 * @param isLast whether nothing follows
 */
record OpenSearchPage(JsonNode hits, String scroll, boolean isLast) {

    static final String VARIABLE = "page";
}
