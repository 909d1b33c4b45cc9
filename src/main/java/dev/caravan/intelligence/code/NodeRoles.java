package dev.caravan.intelligence.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the nodes of a language's syntax trees are, by node type. A file {@code LANGUAGE.scm} beside this class says it with tree-sitter's queries. Each
 * pattern has one node; the package's description tells why. The tree is copied anyway, so a table answers these queries.
 */
final class NodeRoles {

    private static final Pattern QUERY = Pattern.compile("\\((\\w+)\\)\\s*@(\\w+)");

    /** What a node is. */
    enum Role {
        TYPE, SUPERTYPES, FUNCTION, CONSTRUCTOR, FIELD, VARIABLE, CALL, CONSTRUCT, OTHER
    }

    private final Map<String, Role> roles = new HashMap<>();

    NodeRoles(String language) {
        for (Matcher query = QUERY.matcher(queries(language)); query.find(); ) {
            roles.put(query.group(1), Role.valueOf(query.group(2).toUpperCase(Locale.ROOT)));
        }
    }

    /** Returns the text of the file. */
    static String queries(String language) {
        try (InputStream file = NodeRoles.class.getResourceAsStream(language + ".scm")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^\\s*;.*$", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Role of(SyntaxNode node) {
        return roles.getOrDefault(node.type(), Role.OTHER);
    }
}
