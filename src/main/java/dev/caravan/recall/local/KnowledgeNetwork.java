package dev.caravan.recall.local;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.routes.RouteTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Objects, and the actions on them.
 *
 * @param comment     what it is about; empty if the file does not say
 * @param objectTypes the types by id
 * @param actionTypes the types by id, in the order of ids
 */
record KnowledgeNetwork(String id, String name, String comment, Map<String, ObjectType> objectTypes, Map<String, ActionType> actionTypes) {

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

    /**
     * An action on the objects of a type.
     *
     * @param comment what it does; empty if the file does not say
     * @param source  the answered source, {@code {type, …}}
     */
    record ActionType(String id, String name, String comment, ObjectType objectType, ObjectNode source, List<Parameter> parameters) {

        /** The origin of a value: the object, the file, or the acting caller. */
        enum ValueFrom { PROPERTY, CONST, INPUT }

        /** @param value name of the property, or the constant */
        record Parameter(String name, ValueFrom from, JsonNode value) {
        }

        /**
         * Returns {@code {parameters, dynamic_params}}: the values that the action fixes for the object, and null for each value that the
         * caller gives.
         */
        ObjectNode on(ObjectNode object) {
            ObjectNode action = JsonNodeFactory.instance.objectNode();
            ObjectNode fixed = action.putObject("parameters");
            ObjectNode dynamic = action.putObject("dynamic_params");
            for (Parameter parameter : parameters) {
                switch (parameter.from()) {
                    case PROPERTY -> {
                        JsonNode value = object.get(parameter.value().asText());
                        if (value != null) {
                            fixed.set(parameter.name(), value);
                        }
                    }
                    case CONST -> fixed.set(parameter.name(), parameter.value());
                    case INPUT -> dynamic.putNull(parameter.name());
                }
            }
            return action;
        }
    }

    /** Reads the file of a knowledge network. Errors name the file and the place in it. */
    record FileReader(Path file, String text) {

        /** @throws IllegalStateException with file, line and reason, if the file can't be used */
        static KnowledgeNetwork read(Path file) throws IOException {
            return new FileReader(file, RouteTree.text(file)).network();
        }

        private KnowledgeNetwork network() throws IOException {
            ObjectNode network = object(LocalFiles.parse(file, text), "", Set.of("id", "name", "comment", "object_types", "action_types"));
            Map<String, ObjectType> objects = byId(network, "object_types", this::objectType, ObjectType::id);
            Map<String, ActionType> actions = byId(network, "action_types", type -> type, ActionItem::id).entrySet().stream()
                    .collect(TreeMap::new, (all, one) -> all.put(one.getKey(), actionType(one.getValue(), objects)), Map::putAll);
            String id = text(network, "", "id");
            return new KnowledgeNetwork(id, network.path("name").asText(id), network.path("comment").asText(""), objects, actions);
        }

        /** An entry of a list, with its position in the file. */
        private record ActionItem(ObjectNode node, String at, String id) {
        }

        private <T> Map<String, T> byId(ObjectNode network, String list, Function<ActionItem, T> read, Function<T, String> id) {
            Map<String, T> all = new LinkedHashMap<>();
            JsonNode items = network.path(list);
            if (!items.isMissingNode() && !items.isArray()) {
                throw wrong(list, "must be a list");
            }
            for (int i = 0; i < items.size(); i++) {
                String at = list + "[" + i + "]";
                ObjectNode item = object(items.get(i), at, null);
                T one = read.apply(new ActionItem(item, at, text(item, at, "id")));
                if (all.put(id.apply(one), one) != null) {
                    throw wrong(at + ".id", "occurs twice; each id must be unique");
                }
            }
            return all;
        }

        private ObjectType objectType(ActionItem item) {
            object(item.node(), item.at(), Set.of("id", "name", "primary_keys", "objects"));
            List<String> keys = new ArrayList<>();
            item.node().path("primary_keys").forEach(key -> keys.add(key.asText()));
            if (keys.isEmpty()) {
                throw wrong(item.at() + ".primary_keys", "must have at least one name");
            }
            List<ObjectNode> objects = new ArrayList<>();
            for (int i = 0; i < item.node().path("objects").size(); i++) {
                String at = item.at() + ".objects[" + i + "]";
                ObjectNode object = object(item.node().get("objects").get(i), at, null);
                keys.forEach(key -> text(object, at, key));
                objects.add(object);
            }
            return new ObjectType(item.id(), item.node().path("name").asText(item.id()), keys, objects);
        }

        private ActionType actionType(ActionItem item, Map<String, ObjectType> objects) {
            object(item.node(), item.at(), Set.of("id", "name", "comment", "object_type", "action_source", "parameters"));
            String type = text(item.node(), item.at(), "object_type");
            if (!objects.containsKey(type)) {
                throw wrong(item.at() + ".object_type", "is an unknown object type: " + type);
            }
            ObjectNode source = object(item.node().path("action_source"), item.at() + ".action_source", null);
            text(source, item.at() + ".action_source", "type");
            List<ActionType.Parameter> parameters = new ArrayList<>();
            for (int i = 0; i < item.node().path("parameters").size(); i++) {
                String at = item.at() + ".parameters[" + i + "]";
                ObjectNode parameter = object(item.node().get("parameters").get(i), at, Set.of("name", "value_from", "value"));
                parameters.add(new ActionType.Parameter(text(parameter, at, "name"), valueFrom(parameter, at), parameter.path("value")));
            }
            return new ActionType(item.id(), item.node().path("name").asText(item.id()), item.node().path("comment").asText(""),
                    objects.get(type), source, parameters);
        }

        private ActionType.ValueFrom valueFrom(ObjectNode parameter, String at) {
            String from = text(parameter, at, "value_from");
            for (ActionType.ValueFrom one : ActionType.ValueFrom.values()) {
                if (one.name().equalsIgnoreCase(from)) {
                    if (one != ActionType.ValueFrom.INPUT && !parameter.has("value")) {
                        throw wrong(at + ".value", "is required for value_from: " + from);
                    }
                    return one;
                }
            }
            throw wrong(at + ".value_from", "must be property, const or input");
        }

        /** @param known names of members; null for any */
        private ObjectNode object(JsonNode node, String at, Set<String> known) {
            if (!(node instanceof ObjectNode object)) {
                throw wrong(at, "must be an object");
            }
            if (known != null) {
                object.fieldNames().forEachRemaining(name -> {
                    if (!known.contains(name)) {
                        throw wrong(at.isEmpty() ? name : at + "." + name, "is unknown; must be one of "
                                + String.join(", ", new java.util.TreeSet<>(known)));
                    }
                });
            }
            return object;
        }

        private String text(ObjectNode node, String at, String name) {
            String text = node.path(name).asText("");
            if (text.isBlank()) {
                throw wrong(at.isEmpty() ? name : at + "." + name, "is required");
            }
            return text;
        }

        private IllegalStateException wrong(String at, String what) {
            return LocalFiles.problem(file, text, place(at), (at.isEmpty() ? "" : at + " ") + what);
        }

        /** Turns {@code objects[0].id} into {@code /objects/0/id}. */
        private static JsonPointer place(String at) {
            return JsonPointer.compile(at.isEmpty() ? "" : "/" + at.replace("~", "~0").replace("/", "~1").replace("[", ".")
                    .replace("]", "").replace(".", "/"));
        }
    }
}
