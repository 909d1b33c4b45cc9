package dev.caravan.kamelet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Kamelet as its own file defines it.
 *
 * @param properties   {name: JSON Schema of the property}
 * @param required     names of the properties that need a value
 * @param dependencies what the Kamelet needs, such as {@code camel:kafka} or {@code mvn:group:artifact:version}
 * @param uses         {name of a property: the places where the template uses it}
 * @param needs        component schemes, languages and classes that the template names
 * @param text         the file itself
 */
record KameletDefinition(String name, Kind kind, String title, String description, Map<String, ObjectNode> properties, Set<String> required, List<String> dependencies,
        Map<String, Set<PropertyUse>> uses, Set<KameletNeed> needs, String text) {

    /** What a Kamelet does with messages. */
    enum Kind {
        /** Makes messages of events. */
        SOURCE,
        /** Sends messages away. */
        SINK,
        /** Changes messages. */
        ACTION
    }

    private static final Set<String> PASSWORDS = Set.of("urn:camel:group:credentials", "urn:alm:descriptor:com.tectonic.ui:password");

    /** @throws KameletProblemException if the file is no Kamelet */
    static KameletDefinition read(String file, String name, String text, ObjectMapper mapper) throws KameletProblemException {
        YamlNode root = YamlNode.parse(file, text);
        JsonNode kamelet = mapper.valueToTree(root.value());
        JsonNode definition = kamelet.path("spec").path("definition");
        JsonNode template = kamelet.path("spec").path("template");
        if (!kamelet.path("kind").asText().equals("Kamelet") || !template.isObject()) {
            throw root.problem("this is no Kamelet: kind: Kamelet and spec.template are needed");
        }
        if (!kamelet.path("metadata").path("name").asText().equals(name)) {
            throw root.problem("metadata.name must be " + name + ", the file's name");
        }
        Map<String, ObjectNode> properties = new LinkedHashMap<>();
        definition.path("properties").properties().forEach(property -> properties.put(property.getKey(), (ObjectNode) property.getValue()));
        Set<String> required = new LinkedHashSet<>();
        definition.path("required").forEach(each -> required.add(each.asText()));
        List<String> dependencies = new ArrayList<>();
        kamelet.path("spec").path("dependencies").forEach(each -> dependencies.add(each.asText()));
        TemplateUses uses = TemplateUses.of(template);
        return new KameletDefinition(name, kind(root, kamelet), definition.path("title").asText(name), definition.path("description").asText(""), Collections.unmodifiableMap(properties), required,
                dependencies, uses.uses(), uses.needs(), text);
    }

    private static Kind kind(YamlNode root, JsonNode kamelet) throws KameletProblemException {
        return switch (kamelet.path("metadata").path("labels").path("camel.apache.org/kamelet.type").asText()) {
            case "source" -> Kind.SOURCE;
            case "sink" -> Kind.SINK;
            case "action" -> Kind.ACTION;
            default -> throw root.problem("the label camel.apache.org/kamelet.type must be source, sink or action");
        };
    }

    /** Whether the property is a password or another credential. Clients never see its value. */
    boolean isSecret(String property) {
        ObjectNode schema = properties.get(property);
        if (schema.path("format").asText().equals("password")) {
            return true;
        }
        for (JsonNode descriptor : schema.path("x-descriptors")) {
            if (PASSWORDS.contains(descriptor.asText())) {
                return true;
            }
        }
        return false;
    }

    boolean needsValue(String property) {
        return required.contains(property) && (!properties.containsKey(property) || !properties.get(property).has("default"));
    }

    Set<PropertyUse> uses(String property) {
        return uses.getOrDefault(property, EnumSet.noneOf(PropertyUse.class));
    }
}
