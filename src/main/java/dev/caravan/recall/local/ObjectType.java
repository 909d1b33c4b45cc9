package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/**
 * Objects of one kind.
 *
 * @param primaryKeys names of the properties that tell them apart
 * @param objects     {property: value} each
 */
record ObjectType(String id, List<String> primaryKeys, List<ObjectNode> objects) {

    /** The object that has these values: of its primary keys all, of others what is given. */
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
