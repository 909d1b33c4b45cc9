package dev.caravan.intelligence.code;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the names in nodes of the languages that {@link RoleReader} reads. A part that a language lacks is {@link SyntaxNode#NONE} or empty. */
final class Names {

    private static final String[] NAMES = {"type_identifier", "simple_identifier", "identifier", "name", "variable_name", "constant", "field_identifier"};
    private static final Pattern WORD = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:(?:::|\\.|\\\\)[\\p{L}_][\\p{L}\\p{N}_]*)*");
    private static final Set<String> NO_TYPES = Set.of("const", "mut", "ref", "out", "in", "dyn", "impl", "struct", "enum", "union", "class", "unsigned", "signed",
            "static", "auto", "var", "val", "let", "typename", "readonly", "params", "volatile", "global");
    private static final int DEEPEST = 50;

    private Names() {
    }

    /** Returns the name that a node declares, or the node itself if it is a name. */
    static SyntaxNode of(SyntaxNode node) {
        SyntaxNode at = node;
        for (int steps = 0; steps < DEEPEST && at.exists(); steps++) {
            SyntaxNode next = at.get("name").exists() ? at.get("name") : at.get("declarator").exists() ? at.get("declarator")
                    : at.is("reference_declarator", "mut_pattern", "parenthesized_declarator") ? at.last() : at.get("pattern");
            if (!next.exists()) {
                return at.is(NAMES) || isOperator(at) ? at : at.first(NAMES);
            }
            at = next;
        }
        return SyntaxNode.NONE;
    }

    private static boolean isOperator(SyntaxNode node) {
        return node.is("destructor_name", "operator_name", "operator_cast", "operator", "setter");
    }

    /** Whether the node is a name without parts that are expressions. */
    static boolean isName(SyntaxNode node) {
        return node.is(NAMES) || node.is("scope_resolution", "qualified_name", "qualified_identifier", "scoped_identifier", "namespace_identifier",
                "scoped_type_identifier", "instance_variable");
    }

    static boolean isThis(SyntaxNode node) {
        return node.is("this", "this_expression", "self") || node.is("variable_name") && node.text().equals("$this")
                || node.is("relative_scope") && !node.text().equals("parent") || node.is("identifier", "type_identifier") && node.text().equals("Self");
    }

    static boolean isSuper(SyntaxNode node) {
        return node.is("super", "super_expression", "base", "base_expression") || node.is("relative_scope") && node.text().equals("parent");
    }

    /** Returns the type whose method is defined outside of it: {@code Type::method} in C++, {@code impl Type} in Rust. */
    static String owner(SyntaxNode function, SyntaxNode name) {
        if (name.parentIs("qualified_identifier")) {
            return last(type(name.parent().get("scope")));
        }
        SyntaxNode around = function.parent().parent();
        return around.is("impl_item") ? last(type(around.get("type"))) : "";
    }

    /** Returns the list of a function's parameters. */
    static SyntaxNode parameters(SyntaxNode function) {
        SyntaxNode at = function;
        for (int steps = 0; steps < DEEPEST && at.exists(); steps++) {
            if (at.get("parameters").exists()) {
                return at.get("parameters");
            }
            at = at.get("declarator").exists() ? at.get("declarator") : at.is("reference_declarator") ? at.last() : SyntaxNode.NONE;
        }
        return function.first("function_value_parameters");
    }

    /** Returns a parameter's type as written. */
    static String parameterType(SyntaxNode parameter) {
        if (parameter.get("type").exists()) {
            return parameter.get("type").text();
        }
        SyntaxNode last = parameter.last();
        return parameter.children().size() > 1 && last.type().endsWith("_type") ? last.text() : "";
    }

    /** Returns the name of a function's result type. */
    static String result(SyntaxNode function) {
        SyntaxNode type = function.get("return_type").exists() ? function.get("return_type") : function.get("returns").exists() ? function.get("returns") : function.get("type");
        String name = type(type.exists() ? type : function.first("user_type", "nullable_type"));
        boolean own = Set.of("Self", "self", "static").contains(name);
        SyntaxNode around = function.parent().parent();
        return own ? around.is("impl_item") ? last(type(around.get("type"))) : Names.of(around).text() : dotted(name);
    }

    static String type(SyntaxNode type) {
        return type.exists() ? type(type.text()) : "";
    }

    /** Returns a type's name without type arguments, pointers and modifiers. */
    static String type(String written) {
        String bare = written.replaceAll("(?s)<.*>|\\[.*|\\(.*", " ");
        for (Matcher word = WORD.matcher(bare); word.find(); ) {
            if (!NO_TYPES.contains(word.group())) {
                return word.group();
            }
        }
        return "";
    }

    /** Returns a name with dots between its parts, without type arguments. */
    static String dotted(String name) {
        return name.replaceAll("(?s)<.*>", "").replaceAll("\\s*(?:::|\\\\|\\.)\\s*", ".").replaceAll("^\\.", "");
    }

    static String last(String name) {
        String dotted = dotted(name);
        return dotted.substring(dotted.lastIndexOf('.') + 1);
    }
}
