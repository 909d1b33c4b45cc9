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
        return switch (node.type()) {
            case "assignment", "assignment_expression" -> node.get("left").is("identifier", "variable_name")
                    ? List.of(new Declared(node.get("left").text(), Names.type(node.get("type")), node.get("right")))
                    : all(node.get("left"));
            case "variable_declarator" -> node.get("name").is("identifier") ? one(node, node.get("value"))
                    : all(node.get("name"));
            case "let_declaration", "class_parameter", "resource", "named_expression", "field_definition", "public_field_definition",
                    "property_signature" -> one(node, node.get("value"));
            case "instanceof_expression" -> node.get("name").exists() ? List.of(new Declared(node.get("name").text(),
                    Names.type(node.get("right")), SyntaxNode.NONE)) : List.of();
            case "catch_formal_parameter", "enhanced_for_statement" -> one(node, SyntaxNode.NONE);
            case "as_pattern" -> as(node);
            case "for_statement", "for_in_clause", "for_in_statement", "range_clause" -> all(node.get("left"));
            case "short_var_declaration" -> several(node.get("left").withoutComments(), "", node.get("right").withoutComments());
            case "var_spec", "const_spec" -> several(node.fields("name"), Names.type(node.get("type")),
                    node.get("value").withoutComments());
            case "local_declaration_statement" -> csharp(node.first("variable_declaration"));
            case "property_declaration" -> property(node);
            case "field_declaration" -> node.first("variable_declaration").exists() ? csharp(node.first("variable_declaration"))
                    : !node.fields("name").isEmpty() ? several(node.fields("name"), Names.type(node.get("type")), List.of())
                            : declarators(node);
            default -> declarators(node);
        };
    }

    private static List<Declared> all(SyntaxNode pattern) {
        return Names.bound(pattern).stream().map(name -> new Declared(name, "", SyntaxNode.NONE)).toList();
    }

    private static List<Declared> one(SyntaxNode node, SyntaxNode value) {
        SyntaxNode name = Names.of(node);
        return name.exists() ? List.of(new Declared(name.text(), Names.type(Names.parameterType(node)), value)) : List.of();
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

    /** Reads Java, C and C++. Declarations of functions declare no variable. */
    private static List<Declared> declarators(SyntaxNode node) {
        List<Declared> all = new ArrayList<>();
        String type = Names.type(node.get("type"));
        for (SyntaxNode declarator : node.fields("declarator")) {
            SyntaxNode name = Names.of(declarator);
            if (name.exists() && !name.parentIs("function_declarator")) {
                all.add(new Declared(name.text(), type, declarator.get("value")));
            }
        }
        return all;
    }

    private static List<Declared> csharp(SyntaxNode declaration) {
        String type = declaration.get("type").is("implicit_type") ? "" : Names.type(declaration.get("type"));
        return declaration.children("variable_declarator").stream().map(one -> new Declared(Names.of(one).text(), type,
                one.children().size() > 1 ? one.last() : SyntaxNode.NONE)).toList();
    }

    /** Reads C# (a name and a type), Kotlin (one variable, then its value) and PHP (a type and elements). */
    private static List<Declared> property(SyntaxNode node) {
        SyntaxNode variable = node.first("variable_declaration");
        if (variable.exists()) {
            return one(variable, node.last() == variable ? SyntaxNode.NONE : node.last());
        }
        if (node.get("name").exists()) {
            return one(node, SyntaxNode.NONE);
        }
        String type = Names.type(node.get("type"));
        return node.children("property_element").stream().map(one -> new Declared(Names.of(one).text(), type, SyntaxNode.NONE)).toList();
    }
}
