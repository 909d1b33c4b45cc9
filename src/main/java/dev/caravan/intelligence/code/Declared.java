package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;

/**
 * A variable or field that a node declares.
 *
 * @param type  its type's name; empty if it is not written
 * @param value its first value; none if there is none
 */
record Declared(String name, String type, SyntaxNode value) {

    static List<Declared> of(SyntaxNode node) {
        return switch (node.type()) {
            case "assignment", "assignment_expression" -> node.get("left").is("identifier", "variable_name") ? List.of(new Declared(node.get("left").text(), "", node.get("right"))) : List.of();
            case "let_declaration", "class_parameter" -> one(node, node.get("value"));
            case "local_declaration_statement" -> csharp(node.first("variable_declaration"));
            case "property_declaration" -> property(node);
            case "field_declaration" -> node.first("variable_declaration").exists() ? csharp(node.first("variable_declaration"))
                    : node.get("name").exists() ? one(node, SyntaxNode.NONE) : declarators(node);
            default -> declarators(node);
        };
    }

    private static List<Declared> one(SyntaxNode node, SyntaxNode value) {
        SyntaxNode name = Names.of(node);
        return name.exists() ? List.of(new Declared(name.text(), Names.dotted(Names.type(Names.parameterType(node))), value)) : List.of();
    }

    /** Reads C and C++. Declarations of functions declare no variable. */
    private static List<Declared> declarators(SyntaxNode node) {
        List<Declared> all = new ArrayList<>();
        String type = Names.dotted(Names.type(node.get("type")));
        for (SyntaxNode declarator : node.fields("declarator")) {
            SyntaxNode name = Names.of(declarator);
            if (name.exists() && !name.parentIs("function_declarator")) {
                all.add(new Declared(name.text(), type, declarator.get("value")));
            }
        }
        return all;
    }

    private static List<Declared> csharp(SyntaxNode declaration) {
        String type = declaration.get("type").is("implicit_type") ? "" : Names.dotted(Names.type(declaration.get("type")));
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
        String type = Names.dotted(Names.type(node.get("type")));
        return node.children("property_element").stream().map(one -> new Declared(Names.of(one).text(), type, SyntaxNode.NONE)).toList();
    }
}
