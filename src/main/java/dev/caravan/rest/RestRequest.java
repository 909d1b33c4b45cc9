package dev.caravan.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * A request over REST, as routes get it in the body.
 *
 * @param caller name of the caller
 * @param path   path parameters, {name: text}
 * @param query  query parameters, {name: first value}
 * @param body   the body; an empty object if the request had none
 * @param match  what the request requires of the thing that it changes
 */
public record RestRequest(String caller, Map<String, String> path, Map<String, String> query, JsonNode body, IfMatch match) {

    /** Returns the path parameter with that name. */
    public String at(String name) {
        return path.get(name);
    }

    /** Returns the path parameter as an id. @throws RestFailure NOT_FOUND if it is not a number */
    public long id(String name) throws RestFailure {
        if (!at(name).matches("\\d{1,18}")) {
            throw RestError.NOT_FOUND.of("rest.notFound", name, at(name));
        }
        return Long.parseLong(at(name));
    }

    /** @throws RestFailure CHANGED if the request is for another version of the thing */
    public void expect(Tagged thing) throws RestFailure {
        if (!match.holds(thing.tag())) {
            throw RestError.CHANGED.of("rest.changed");
        }
    }
}
