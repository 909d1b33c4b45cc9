package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * One request over REST, as the flows get it for a body.
 *
 * @param caller who asks
 * @param path   {name in the path template: text}
 * @param query  {name: first value}
 * @param body   an empty object if there was none
 */
public record RestRequest(String caller, Map<String, String> path, Map<String, String> query, JsonNode body) {

    /** What the path has in the place of that name. */
    public String at(String name) {
        return path.get(name);
    }

    /** The id there. @throws RestFailure that there is no such thing, if it is no number */
    public long id(String name) throws RestFailure {
        if (!at(name).matches("\\d{1,18}")) {
            throw RestFailure.notFound(name + ": nothing has the id " + at(name));
        }
        return Long.parseLong(at(name));
    }
}
