package dev.caravan.kamelet;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the places of a Kamelet's template that use a property, and what the template needs on the class path. */
final class TemplateUses {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*[?!]?([A-Za-z0-9_.-]+)[^}]*}}");
    private static final Pattern SCHEME = Pattern.compile("([a-z][a-z0-9+.-]*):");
    private static final Set<String> DYNAMIC = Set.of("toD", "enrich", "pollEnrich", "recipientList", "routingSlip", "dynamicRouter");
    private static final Set<String> ENDPOINTS = Set.of("from", "to", "toD", "wireTap");

    private final Map<String, Set<PropertyUse>> uses = new LinkedHashMap<>();
    private final Set<KameletNeed> needs = new LinkedHashSet<>();

    static TemplateUses of(JsonNode template) {
        TemplateUses found = new TemplateUses();
        found.walk(template, new ArrayDeque<>());
        return found;
    }

    /** Returns {name of a property: the places that use it}. */
    Map<String, Set<PropertyUse>> uses() {
        return uses;
    }

    Set<KameletNeed> needs() {
        return needs;
    }

    /** @param path keys that lead to the node, the innermost first; the items of a list have the list's key */
    private void walk(JsonNode node, Deque<String> path) {
        if (node.isObject()) {
            node.properties().forEach(member -> {
                path.push(member.getKey());
                walk(member.getValue(), path);
                path.pop();
            });
        } else if (node.isArray()) {
            node.forEach(item -> walk(item, path));
        } else if (node.isTextual()) {
            look(node.textValue(), path);
        }
    }

    private void look(String text, Deque<String> path) {
        Iterator<String> keys = path.iterator();
        String key = keys.hasNext() ? keys.next() : "";
        String parent = keys.hasNext() ? keys.next() : "";
        String grandparent = keys.hasNext() ? keys.next() : "";
        boolean isUri = key.equals("uri") || ENDPOINTS.contains(key);
        Matcher scheme = SCHEME.matcher(text);
        if (isUri && scheme.lookingAt()) {
            needs.add(new KameletNeed("component", scheme.group(1)));
        }
        if (text.startsWith("#class:")) {
            needs.add(new KameletNeed(KameletNeed.CLASS, text.substring("#class:".length()).replaceAll("[(#].*", "")));
        }
        Matcher placeholder = PLACEHOLDER.matcher(text);
        while (placeholder.find()) {
            boolean whole = placeholder.group().equals(text.strip());
            PropertyUse use = path.stream().anyMatch(DYNAMIC::contains) || text.startsWith("#") || isUri && text.lastIndexOf(':', placeholder.start()) < 0 ? PropertyUse.EVALUATED
                    : isUri ? PropertyUse.PART : !isValue(key, parent, grandparent) ? PropertyUse.EVALUATED : whole ? PropertyUse.VALUE : PropertyUse.PART;
            uses.computeIfAbsent(placeholder.group(1), name -> EnumSet.noneOf(PropertyUse.class)).add(use);
        }
    }

    private static boolean isValue(String key, String parent, String grandparent) {
        return parent.equals("parameters") || parent.equals("properties") && grandparent.equals("beans") || key.equals("constant");
    }
}
