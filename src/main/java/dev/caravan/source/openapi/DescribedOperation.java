package dev.caravan.source.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An operation of an OpenAPI document.
 *
 * @param id         {@code operationId}, or a name made of method and path
 * @param method     HTTP method, in upper case
 * @param path       path with placeholders, such as {@code /users/{id}}
 * @param described  the operation object
 * @param item       the path item
 * @param parameters parameters of path item and operation, without references
 * @param body       request body, without a reference; missing if there is none
 * @param place      place of the operation in the document
 */
record DescribedOperation(String id, String method, String path, ObjectNode described, ObjectNode item, List<JsonNode> parameters, JsonNode body, JsonPointer place) {

    List<String> tags() {
        List<String> tags = new ArrayList<>();
        described.path("tags").forEach(tag -> tags.add(tag.asText()));
        return tags;
    }
}
