package dev.caravan.intelligence.code;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the names of types and modules in JavaScript and TypeScript. */
final class ScriptTypes {

    private static final Pattern WRAPPED = Pattern.compile("(?:Promise|Readonly|Partial|Required|Awaited|NonNullable)<(.+)>");
    private static final Pattern ARRAY = Pattern.compile("(?:readonly)?(?:Array|ReadonlyArray|Set|Iterable)<([\\w.$]+)>|(?:readonly)?([\\w.$]+)\\[]");
    private static final Pattern NAME = Pattern.compile("[\\w.$]+");
    private static final Set<String> NOTHING = Set.of("null", "undefined");

    private ScriptTypes() {
    }

    static String unquoted(SyntaxNode text) {
        return text.text().replaceAll("[\"'`]", "");
    }

    /** Returns empty text if the text is not a name. */
    static String named(String text, ParseContext context) {
        return NAME.matcher(text).matches() ? original(text, context) : "";
    }

    static String original(String type, ParseContext context) {
        return type.contains(".") || type.endsWith("[]") ? type : context.original(type);
    }

    /** Returns the only type that an annotation names, null and undefined aside: for a Promise its result, for arrays and similar types {@code Type[]}. */
    static String simple(SyntaxNode annotation, ParseContext context) {
        if (annotation.is("type_predicate_annotation", "asserts_annotation")) {
            return "boolean";
        }
        String text = annotation.text().replaceFirst("^:", "").replaceAll("\\s", "");
        Matcher wrapped = WRAPPED.matcher(text);
        List<String> types = Arrays.stream((wrapped.matches() ? wrapped.group(1) : text).split("\\|")).filter(type -> !NOTHING.contains(type)).toList();
        if (types.size() != 1) {
            return "";
        }
        Matcher array = ARRAY.matcher(types.get(0));
        return array.matches() ? original(array.group(1) == null ? array.group(2) : array.group(1), context) + "[]"
                : named(types.get(0).replaceFirst("<.*", ""), context);
    }
}
