package dev.caravan.source.kamelet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.JsonMappers;
import dev.caravan.routes.FileProblemException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Kamelet as its own file defines it.
 *
 * @param isSource     whether it makes messages of events; others send messages away or change them
 * @param properties   {name: JSON Schema of the property}
 * @param required     names of the properties that need a value
 * @param dependencies what the Kamelet needs, such as {@code camel:kafka} or {@code mvn:group:artifact:version}
 * @param needs        {component or class that the template names: its resource on the class path}
 * @param text         the file itself
 */
record KameletDefinition(String name, boolean isSource, String title, String description, Map<String, ObjectNode> properties,
        Set<String> required, List<String> dependencies, Map<String, String> needs, String text) {

    private static final String COMPONENTS = "META-INF/services/org/apache/camel/component/";
    private static final Pattern SCHEME = Pattern.compile("([a-z][a-z0-9+.-]*):.*", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("#class:([^(#]*).*", Pattern.DOTALL);
    private static final Set<String> ENDPOINTS = Set.of("uri", "from", "to", "toD", "wireTap");

    private static final Set<String> PASSWORDS = Set.of("urn:camel:group:credentials", "urn:alm:descriptor:com.tectonic.ui:password");

    /** @throws FileProblemException if the file is no Kamelet */
    static KameletDefinition read(String file, String name, String text) throws FileProblemException {
        JsonNode kamelet;
        try {
            kamelet = JsonMappers.yaml().readTree(text);
        } catch (JsonProcessingException e) {
            throw FileProblemException.of(file, e);
        }
        JsonNode definition = kamelet.path("spec").path("definition");
        JsonNode template = kamelet.path("spec").path("template");
        if (!kamelet.path("kind").asText().equals("Kamelet") || !template.isObject()) {
            throw new FileProblemException(file, 1, 0, "this is no Kamelet: kind: Kamelet and spec.template are needed");
        }
        if (!kamelet.path("metadata").path("name").asText().equals(name)) {
            throw new FileProblemException(file, 1, 0, "metadata.name must be " + name + ", the file's name");
        }
        Map<String, ObjectNode> properties = new LinkedHashMap<>();
        definition.path("properties").properties().forEach(property -> properties.put(property.getKey(), (ObjectNode) property.getValue()));
        Set<String> required = new LinkedHashSet<>();
        definition.path("required").forEach(each -> required.add(each.asText()));
        List<String> dependencies = kamelet.path("spec").path("dependencies").valueStream().map(JsonNode::asText).toList();
        Map<String, String> needs = new LinkedHashMap<>();
        addNeeds(template, "", needs);
        String type = kamelet.path("metadata").path("labels").path("camel.apache.org/kamelet.type").asText();
        if (!Set.of("source", "sink", "action").contains(type)) {
            throw new FileProblemException(file, 1, 0, "the label camel.apache.org/kamelet.type must be source, sink or action");
        }
        return new KameletDefinition(name, type.equals("source"), definition.path("title").asText(name),
                definition.path("description").asText(""), Collections.unmodifiableMap(properties), required, dependencies, needs, text);
    }

    private static void addNeeds(JsonNode node, String key, Map<String, String> needs) {
        node.properties().forEach(member -> addNeeds(member.getValue(), member.getKey(), needs));
        if (node.isArray()) {
            node.forEach(item -> addNeeds(item, key, needs));
        }
        Matcher type = CLASS.matcher(node.asText());
        Matcher scheme = SCHEME.matcher(node.asText());
        if (type.matches()) {
            needs.put("class " + type.group(1), type.group(1).replace('.', '/') + ".class");
        } else if (ENDPOINTS.contains(key) && scheme.matches()) {
            needs.put("component " + scheme.group(1), COMPONENTS + scheme.group(1));
        }
    }

    /** Whether the property is a password or another credential. Clients never see its value. */
    boolean isSecret(String property) {
        ObjectNode schema = properties.get(property);
        return schema.path("format").asText().equals("password") || schema.path("x-descriptors").valueStream()
                .anyMatch(descriptor -> PASSWORDS.contains(descriptor.asText()));
    }

    boolean needsValue(String property) {
        return required.contains(property) && (!properties.containsKey(property) || !properties.get(property).has("default"));
    }
}
