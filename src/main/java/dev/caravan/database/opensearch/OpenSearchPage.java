package dev.caravan.database.opensearch;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Documents that one bulk request changes. The routes keep them in the variable {@value #VARIABLE}.
 *
 * @param hits   the hits of the search
 * @param scroll the server's id of the search, for the next page
 * @param isLast whether this is the last page
 */
record OpenSearchPage(JsonNode hits, String scroll, boolean isLast) {

    static final String VARIABLE = "page";
}
