package dev.caravan.intelligence.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.treesitter.TSLanguage;
import org.treesitter.TSSymbolType;

/**
 * A language's native grammar, the names of its node types and fields by number, and the roles of node types as {@code LANGUAGE.scm} says.
 *
 * @param types null for punctuation and keywords
 */
record Grammar(TSLanguage language, List<String> types, List<String> fields, Map<String, Grammar.Role> roles) {

    static final String ERROR = "ERROR";

    private static final Pattern QUERY = Pattern.compile("\\((\\w+)\\)\\s*@(\\w+)");

    /**
     * What a node is. {@code HELD} is a function that gets the name of its variable, {@code TEXT} a node whose inside is not needed,
     * {@code TOKENS} the same with calls in its text, {@code VALUES} a list whose elements may be functions that are passed, {@code SAME}
     * an expression with the value of its operand.
     */
    enum Role {
        PACKAGE, IMPORT, HEADER, TYPE, ANONYMOUS, SUPERTYPES, FUNCTION, CONSTRUCTOR, HELD, LAMBDA, CONSTANT, VARIABLE, LOOP, BLOCK, CALL,
        CONSTRUCT, REFERENCE, VALUES, MEMBER, SAME, CAST, THIS, SUPER, TEXT, TOKENS, COMMENT, OTHER
    }

    static Grammar of(Language language) {
        TSLanguage grammar = language.grammar();
        List<String> types = new ArrayList<>();
        for (int symbol = 0; symbol < grammar.symbolCount(); symbol++) {
            types.add(grammar.symbolType(symbol) == TSSymbolType.TSSymbolTypeRegular ? grammar.symbolName(symbol) : null);
        }
        List<String> fields = new ArrayList<>(List.of(""));
        for (int field = 1; field <= grammar.fieldCount(); field++) {
            fields.add(grammar.fieldNameForId(field));
        }
        Map<String, Role> roles = new HashMap<>();
        for (Matcher query = QUERY.matcher(queries(language)); query.find(); ) {
            roles.put(query.group(1), Role.valueOf(query.group(2).toUpperCase(Locale.ROOT)));
        }
        return new Grammar(grammar, types, fields, roles);
    }

    /** Returns the language's queries, without comments. */
    static String queries(Language language) {
        Language named = language == Language.TSX ? Language.TYPESCRIPT : language;
        return resource(named.name().toLowerCase(Locale.ROOT) + ".scm").replaceAll("(?m)^\\s*;.*$", "");
    }

    /** Returns the text of a file beside this class. */
    static String resource(String name) {
        try (InputStream file = Grammar.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns null for punctuation and keywords. */
    String type(int symbol) {
        return symbol >= 0 && symbol < types.size() ? types.get(symbol) : ERROR;
    }

    Role role(String type) {
        return roles.getOrDefault(type, Role.OTHER);
    }
}
