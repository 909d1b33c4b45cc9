package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the names in nodes of all languages. A part that a language lacks is {@link SyntaxNode#NONE} or empty. */
final class Names {

    private static final String[] NAMES = {"type_identifier", "simple_identifier", "identifier", "name", "variable_name", "constant",
        "field_identifier", "property_identifier", "private_property_identifier", "shorthand_property_identifier_pattern"};
    private static final Pattern WORD = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:(?:::|\\.|\\\\)[\\p{L}_][\\p{L}\\p{N}_]*)*");
    private static final Set<String> NO_TYPES = Set.of("const", "mut", "ref", "out", "in", "dyn", "impl", "struct", "enum", "union",
            "class", "unsigned", "signed", "static", "auto", "var", "val", "let", "typename", "readonly", "params", "volatile", "global",
            "final", "keyof", "typeof", "chan", "func", "interface");
    private static final Pattern WRAPPED = Pattern.compile("(?s)(?:\\w+\\.)*"
            + "(?:Optional|Annotated|Final|ClassVar|Type|Promise|Readonly|Partial|Rc|Arc|Box)[<\\[](.*)[>\\]]");
    private static final int DEEPEST = 50;

    private Names() {
    }

    /** Returns the name that a node declares, or the node itself if it is a name. */
    static SyntaxNode of(SyntaxNode node) {
        SyntaxNode at = node;
        for (int steps = 0; steps < DEEPEST && at.exists(); steps++) {
            SyntaxNode next = at.get("name", "declarator").or(at.is("reference_declarator", "mut_pattern", "parenthesized_declarator",
                    "rest_pattern") ? at.last() : at.get(at.is("field_definition") ? "property" : at.is("assignment_pattern") ? "left"
                            : "pattern"));
            if (!next.exists()) {
                return at.is(NAMES) || isOperator(at) ? at : at.first(NAMES);
            }
            at = next;
        }
        return SyntaxNode.NONE;
    }

    private static boolean isOperator(SyntaxNode node) {
        return node.is("destructor_name", "operator_name", "operator_cast", "operator", "setter", "string");
    }

    /** Returns the names that a pattern binds. */
    static List<String> bound(SyntaxNode pattern) {
        List<String> names = new ArrayList<>();
        List<SyntaxNode> left = new ArrayList<>(List.of(pattern));
        while (!left.isEmpty()) {
            SyntaxNode at = left.remove(left.size() - 1);
            if (at.is(NAMES) && !at.field().equals("key")) {
                names.add(at.text());
            } else if (!at.field().equals("right") && !at.field().equals("type") && !at.is("attribute", "member_expression", "subscript",
                    "selector_expression")) {
                left.addAll(at.children());
            }
        }
        return names;
    }

    /** Returns an expression without brackets, {@code await}, type arguments, pointers and references around it. */
    static SyntaxNode bare(SyntaxNode expression) {
        return expression.inmost(outer -> switch (outer.type()) {
            case "parenthesized_expression", "await_expression", "await", "non_null_expression", "boolean_operator",
                    "instantiation_expression" -> outer.firstWithoutComments();
            case "pointer_expression", "reference_expression", "unary_expression" -> outer.last().or(outer);
            case "generic_function" -> outer.get("function");
            case "template_function", "template_method" -> outer.get("name");
            default -> outer;
        });
    }

    /** Whether the node is a name without parts that are expressions. */
    static boolean isName(SyntaxNode node) {
        return node.is(NAMES) || node.is("scope_resolution", "qualified_name", "qualified_identifier", "scoped_identifier",
                "namespace_identifier", "scoped_type_identifier", "instance_variable", "generic_type");
    }

    static boolean isThis(SyntaxNode node) {
        return node.is("this", "this_expression", "self") || node.is("variable_name") && node.text().equals("$this")
                || node.is("relative_scope") && !node.text().equals("parent") || node.is("identifier", "type_identifier")
                        && node.text().equals("Self");
    }

    static boolean isSuper(SyntaxNode node) {
        return node.is("super", "super_expression", "base", "base_expression") || node.is("relative_scope") && node.text().equals("parent");
    }

    /** Returns the type whose method is defined outside of it: {@code Type::method} in C++, {@code impl Type} in Rust, a receiver in Go. */
    static String owner(SyntaxNode function, SyntaxNode name) {
        if (name.parentIs("qualified_identifier")) {
            return last(type(name.parent().get("scope")));
        }
        if (function.get("receiver").exists()) {
            return type(function.get("receiver").first().get("type"));
        }
        SyntaxNode around = function.parent().parent();
        return around.is("impl_item") ? last(type(around.get("type"))) : "";
    }

    /** Returns the list of a function's parameters. */
    static SyntaxNode parameters(SyntaxNode function) {
        SyntaxNode at = function.is("compact_constructor_declaration") ? function.parent().parent() : function;
        for (int steps = 0; steps < DEEPEST && at.exists(); steps++) {
            if (at.get("parameters").exists()) {
                return at.get("parameters");
            }
            at = at.get("declarator").or(at.is("reference_declarator") ? at.last() : SyntaxNode.NONE);
        }
        return function.first("function_value_parameters");
    }

    /** Returns a parameter's type as written. */
    static String parameterType(SyntaxNode parameter) {
        SyntaxNode type = parameter.get("type");
        if (!type.exists() && parameter.is("spread_parameter", "catch_formal_parameter")) {
            type = parameter.children().stream().filter(child -> !child.is("modifiers", "variable_declarator", "identifier"))
                    .findFirst().orElse(SyntaxNode.NONE);
        }
        if (!type.exists() && parameter.children().size() > 1 && parameter.last().type().endsWith("_type")) {
            type = parameter.last();
        }
        String written = type.text().replaceFirst("^:\\s*", "").replaceAll("\\s+", " ").strip();
        String rest = written.isEmpty() || !isRest(parameter) ? "" : "...";
        return parameter.is("spread_parameter") ? written + rest : rest + written + parameter.get("dimensions").text();
    }

    /** Whether a parameter takes any number of arguments. */
    static boolean isRest(SyntaxNode parameter) {
        return parameter.is("spread_parameter", "variadic_parameter_declaration", "rest_pattern", "list_splat_pattern",
                "dictionary_splat_pattern") || parameter.get("pattern").is("rest_pattern")
                || parameter.first("list_splat_pattern", "dictionary_splat_pattern").exists();
    }

    static String type(SyntaxNode type) {
        return type.exists() ? type(type.text()) : "";
    }

    /**
     * Returns the only type that an annotation names, with its package, without type arguments, pointers and modifiers; {@code Type[]}
     * for arrays. Returns empty text for several types.
     */
    static String type(String written) {
        String bare = written.replaceAll("^[:\\s\"']+|[\"']|@\\w+(?:\\([^)]*\\))?"
                + "|\\b(?:None|null|undefined)\\b\\s*\\|?|\\|\\s*(?:None|null|undefined)\\b", "").strip();
        Matcher wrapped = WRAPPED.matcher(bare);
        bare = wrapped.matches() ? wrapped.group(1) : bare;
        boolean array = bare.matches("(?s)[^\\[]*\\[]|\\[]\\*?[\\w.]+|\\.\\.\\..*|.*\\.\\.\\.");
        bare = bare.replaceFirst("^\\[[^\\]]*]|^map\\[.*", "").replaceAll("(?s)<.*>|\\[.*|\\(.*", " ");
        if (bare.contains("|") || bare.contains("=>")) {
            return "";
        }
        for (Matcher word = WORD.matcher(bare); word.find(); ) {
            if (!NO_TYPES.contains(word.group())) {
                return dotted(word.group()) + (array ? "[]" : "");
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

    static boolean isTypeName(String name) {
        String bare = last(name).replaceFirst("^_+", "");
        return !bare.isEmpty() && Character.isUpperCase(bare.codePointAt(0));
    }

    /**
     * The function that a call names.
     *
     * @param name   none if the function is the value of another expression
     * @param on     what it is called on; none if it is called on nothing
     * @param hidden whether it is called on something that is written elsewhere, as in {@code a?.b()} of C#
     */
    record Callee(SyntaxNode name, SyntaxNode on, boolean hidden) {

        private static final Callee NONE = new Callee(SyntaxNode.NONE, SyntaxNode.NONE, false);
        private static final String[] MEMBERS = {"field_expression", "member_access_expression", "nullsafe_member_access_expression",
            "qualified_identifier", "scoped_identifier", "attribute", "member_expression", "selector_expression", "field_access"};

        static Callee of(SyntaxNode call) {
            if (call.get("function").exists()) {
                return named(call.get("function"));
            }
            if (call.get("constructor").exists()) {
                return new Callee(call.get("constructor"), SyntaxNode.NONE, false);
            }
            if (call.get("name").exists()) {
                SyntaxNode name = call.get("name");
                return name.is("member_expression") ? member(name) : new Callee(name, call.get("object", "scope"), false);
            }
            return call.is("call") ? new Callee(call.get("method"), call.get("receiver"), false) : named(call.first());
        }

        private static Callee named(SyntaxNode function) {
            SyntaxNode at = bare(function.is("index_expression") ? function.get("operand") : function);
            if (at.is("member_binding_expression")) {
                return new Callee(plain(at.get("name")), SyntaxNode.NONE, true);
            }
            if (at.is("generic_name") || isSuper(at) || isName(at) && !at.get("name").exists()) {
                return new Callee(plain(at), SyntaxNode.NONE, false);
            }
            return member(at);
        }

        /** Returns a member and the expression that has it; none if the node is no member. */
        static Callee member(SyntaxNode node) {
            return node.is("navigation_expression") ? new Callee(node.last().first("simple_identifier"), node.first(), false)
                    : !node.is(MEMBERS) ? NONE : new Callee(plain(node.get("field", "name", "attribute", "property")),
                            node.get("argument", "value", "expression", "object", "scope", "path", "operand"), false);
        }

        private static SyntaxNode plain(SyntaxNode name) {
            return name.inmost(outer -> outer.is("generic_name") ? outer.first("identifier")
                    : outer.is("template_function", "template_method", "qualified_identifier", "dependent_name") ? outer.get("name")
                            : outer);
        }
    }
}
