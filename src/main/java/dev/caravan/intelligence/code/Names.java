package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the names in nodes of all languages. A part that a language lacks is {@link SyntaxNode#NONE} or empty. */
final class Names {

    private static final String[] NAMES = {"type_identifier", "simple_identifier", "identifier", "name", "variable_name", "constant",
        "field_identifier", "property_identifier", "private_property_identifier", "shorthand_property_identifier_pattern"};
    private static final String[] COMPOSITE = {"qualified_name", "namespace_identifier", "scoped_type_identifier", "instance_variable",
        "generic_type", "generic_name", "template_function", "template_method"};
    /** Parts of a declaration that declare no name. */
    private static final Set<String> NO_NAMES = Set.of("key", "right", "type", "value", "parameters", "return_type", "default_value");
    private static final Pattern WORD = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:(?:::|\\.|\\\\)[\\p{L}_][\\p{L}\\p{N}_]*)*");
    private static final Set<String> NO_TYPES = Set.of("const", "mut", "ref", "out", "in", "dyn", "impl", "struct", "enum", "union",
            "class", "unsigned", "signed", "static", "auto", "var", "val", "let", "typename", "readonly", "params", "volatile", "global",
            "final", "keyof", "typeof", "chan", "func", "interface", "extends", "implements", "public", "private", "protected", "virtual");
    /** In languages and in symbols of SCIP. */
    private static final Set<String> CONSTRUCTORS = Set.of("__construct", "initialize", "__init__", "constructor", "<constructor>",
            "<init>");
    private static final Pattern WRAPPED = Pattern.compile("(?s)(?:\\w+\\.)*"
            + "(?:Optional|Annotated|Final|ClassVar|Type|Promise|Readonly|Partial|Rc|Arc|Box)[<\\[](.*)[>\\]]");

    private Names() {
    }

    /** Returns the name that a node declares, or the node itself if it is a name. */
    static SyntaxNode of(SyntaxNode node) {
        SyntaxNode declared = node.inmost(at -> at.get("name", "declarator").or(at.is("reference_declarator", "mut_pattern",
                "parenthesized_declarator", "rest_pattern") ? at.last()
                : at.get(at.is("field_definition") ? "property" : "pattern")).or(at));
        boolean operator = declared.is("destructor_name", "operator_name", "operator_cast", "operator", "setter", "string");
        return declared.is(NAMES) || operator ? declared : declared.first(NAMES);
    }

    /** Returns the names that a pattern or a parameter declares. */
    static List<String> bound(SyntaxNode pattern) {
        List<String> names = new ArrayList<>();
        List<SyntaxNode> left = new ArrayList<>(List.of(pattern));
        while (!left.isEmpty()) {
            SyntaxNode at = left.remove(left.size() - 1);
            if (at.is(NAMES)) {
                names.add(at.text());
            } else if (at.role() != Grammar.Role.MEMBER && !at.is("subscript", "function_declarator", "decorator", "modifiers",
                    "attribute_list", "lifetime", "accessibility_modifier")) {
                at.children().stream().filter(child -> !NO_NAMES.contains(child.field()) && !child.type().endsWith("_type"))
                        .forEach(left::add);
            }
        }
        return names;
    }

    /** Returns an expression without brackets, {@code await}, type arguments, pointers and references around it. */
    static SyntaxNode bare(SyntaxNode expression) {
        return expression.inmost(outer -> outer.role() != Grammar.Role.SAME ? outer
                : outer.first().is("mutable_specifier") ? outer.last() : outer.first());
    }

    /** Whether the node is a name without parts that are expressions. */
    static boolean isName(SyntaxNode node) {
        return node.is(NAMES) || node.is(COMPOSITE);
    }

    /** Returns the type whose method is defined outside of it: {@code Type::method} in C++, {@code impl Type} in Rust, a receiver in Go. */
    static String owner(SyntaxNode function, SyntaxNode name) {
        SyntaxNode around = function.parent().parent();
        return last(name.parentIs("qualified_identifier") ? type(name.parent().get("scope"))
                : type(function.get("receiver").first().get("type").or(around.is("impl_item") ? around.get("type") : SyntaxNode.NONE)));
    }

    /** Returns the list of a function's parameters. */
    static SyntaxNode parameters(SyntaxNode function) {
        SyntaxNode around = function.is("compact_constructor_declaration") ? function.parent().parent() : function;
        SyntaxNode at = around.inmost(outer -> outer.get("parameters").exists() ? outer
                : outer.get("declarator").or(outer.is("reference_declarator") ? outer.last() : outer));
        return at.get("parameters").or(function.get("parameter")).or(function.first("function_value_parameters"));
    }

    /** Returns the type of a parameter or variable as written. */
    static String parameterType(SyntaxNode parameter) {
        boolean spread = parameter.is("spread_parameter");
        boolean rest = parameter.is("variadic_parameter_declaration") || parameter.text().startsWith("...")
                || parameter.first().type().contains("splat");
        SyntaxNode type = parameter.get("type");
        if (!type.exists() && (spread || parameter.is("catch_formal_parameter"))) {
            type = parameter.first().is("modifiers") ? parameter.children().get(1) : parameter.first();
        }
        if (!type.exists() && parameter.last().type().endsWith("_type")) {
            type = parameter.last();
        }
        return (rest && type.exists() ? "..." : "") + type.text().replaceFirst("^:\\s*", "").replaceAll("\\s+", " ").strip()
                + (spread ? "..." : "") + parameter.get("dimensions").text();
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
        return bare.contains("|") || bare.contains("=>") ? ""
                : types(bare).stream().findFirst().map(name -> name + (array ? "[]" : "")).orElse("");
    }

    /** Returns all types that a text names, without what is in brackets of any kind and without {@code name=value}. */
    static List<String> types(String written) {
        String bare = written.strip().replaceAll("(?s)^\\((.*)\\)$", "$1");
        for (String before = ""; !before.equals(bare); ) {
            before = bare;
            bare = bare.replaceAll("<[^<>]*>|\\([^()]*\\)|\\[[^\\[\\]]*]|\\{[^{}]*}", "");
        }
        return WORD.matcher(bare.replaceAll("\\bby\\s.*|\\w+\\s*=[^,]*", "")).results().map(MatchResult::group)
                .filter(word -> !NO_TYPES.contains(word)).map(Names::dotted).toList();
    }

    /** Returns a name with dots between its parts, without type arguments. */
    static String dotted(String name) {
        return name.replaceAll("(?s)<.*>", "").replaceAll("\\s*(?:::|\\\\|\\.)\\s*", ".").replaceAll("^\\.|\\.$", "");
    }

    static String last(String name) {
        String dotted = dotted(name);
        return dotted.substring(dotted.lastIndexOf('.') + 1);
    }

    /** Whether constructors of a language have this name, whatever the name of their type. */
    static boolean isConstructor(String name) {
        return CONSTRUCTORS.contains(name);
    }

    static boolean isTypeName(String name) {
        String bare = last(name).replaceFirst("^_+", "");
        return !bare.isEmpty() && Character.isUpperCase(bare.codePointAt(0));
    }
}
