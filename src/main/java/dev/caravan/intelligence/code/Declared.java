package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;

/**
 * A variable or field that a node declares.
 *
 * @param type  its type's name; empty if it is not written
 * @param value its first value; none if there is none, or if it holds only a part of it, as in a loop
 */
record Declared(String name, String type, SyntaxNode value) {

    static List<Declared> of(SyntaxNode node) {
        SyntaxNode left = node.get("left");
        return switch (node.type()) {
            case "assignment", "assignment_expression" -> left.is("identifier", "variable_name")
                    ? List.of(new Declared(left.text(), Names.type(node.get("type")), node.get("right"))) : all(left);
            case "for_statement", "for_in_clause", "for_in_statement", "range_clause" -> all(left);
            case "short_var_declaration" -> several(left.withoutComments(), "", node.get("right").withoutComments());
            case "var_spec", "const_spec" -> several(node.fields("name"), Names.type(node.get("type")),
                    node.get("value").withoutComments());
            case "instanceof_expression" -> node.get("name").exists() ? List.of(new Declared(node.get("name").text(),
                    Names.type(node.get("right")), SyntaxNode.NONE)) : List.of();
            case "as_pattern" -> as(node);
            default -> node.is("variable_declarator") && !node.get("name").is("identifier") ? all(node.get("name"))
                    : node.fields("name").size() > 1 ? several(node.fields("name"), Names.type(node.get("type")), List.of())
                            : declarators(node);
        };
    }

    private static List<Declared> all(SyntaxNode pattern) {
        return Names.bound(pattern).stream().map(name -> new Declared(name, "", SyntaxNode.NONE)).toList();
    }

    /** Reads Go, where a call may have several results; the first may have a type of its own. */
    private static List<Declared> several(List<SyntaxNode> names, String type, List<SyntaxNode> values) {
        List<Declared> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            boolean alone = values.size() == names.size() || i == 0 && values.size() == 1;
            all.add(new Declared(names.get(i).text(), type, alone ? values.get(i) : SyntaxNode.NONE));
        }
        return all;
    }

    /** Reads Python's {@code except E as name} and {@code with value as name}. */
    private static List<Declared> as(SyntaxNode node) {
        SyntaxNode name = node.get("alias").first();
        String caught = node.parentIs("except_clause") && Names.isName(node.first()) ? node.first().text() : "";
        return name.is("identifier") ? List.of(new Declared(name.text(), caught, node.first())) : List.of();
    }

    /** Reads a type with one or more names. Declarations of functions declare no variable, embedded types of Go have no name. */
    private static List<Declared> declarators(SyntaxNode node) {
        SyntaxNode typed = node.first("variable_declaration").or(node);
        String type = Names.type(Names.parameterType(typed));
        List<SyntaxNode> names = new ArrayList<>(node.fields("declarator"));
        names.addAll(node.is("property_declaration") || typed != node ? typed.children("variable_declarator", "property_element")
                : List.of());
        if (names.isEmpty()) {
            SyntaxNode name = node.is("field_declaration") ? node.get("name") : Names.of(typed);
            SyntaxNode value = typed != node && node.last() != typed ? node.last() : node.get("value");
            return name.exists() ? List.of(new Declared(name.text(), type, node.is("enhanced_for_statement") ? SyntaxNode.NONE : value))
                    : List.of();
        }
        return names.stream().filter(one -> Names.of(one).exists() && !Names.of(one).parentIs("function_declarator"))
                .map(one -> new Declared(Names.of(one).text(), type, one.get("value").or(one.is("variable_declarator")
                        && one.children().size() > 1 ? one.last() : SyntaxNode.NONE))).toList();
    }
}
