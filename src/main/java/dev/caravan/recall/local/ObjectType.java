package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * Objects of one kind.
 *
 * @param primaryKeys names of the properties that identify an object
 * @param objects     each {@code {property: value}}
 */
record ObjectType(String id, String name, List<String> primaryKeys, List<ObjectNode> objects) {

    /** Finds the object with these values. The identity must have all primary keys, and may have other properties. */
    Optional<ObjectNode> find(JsonNode identity) {
        if (!primaryKeys.stream().allMatch(identity::has)) {
            return Optional.empty();
        }
        return objects.stream()
                .filter(object -> identity.properties().stream().allMatch(member -> object.has(member.getKey())
                        && object.get(member.getKey()).asText().equals(member.getValue().asText())))
                .findFirst();
    }
}
