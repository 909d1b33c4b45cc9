package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Expressions.Callee;
import dev.caravan.intelligence.code.Expressions.Operand;
import dev.caravan.intelligence.code.Grammar.Role;
import java.util.ArrayList;
import java.util.List;

/** Reads the types of variables and fields that are declared with a type or hold a new instance. */
record VariableReader(ParseContext context, Expressions expressions, DefinitionReader definitions) {

    private Language language() {
        return context.language();
    }

    void variables(SyntaxNode node) {
        SyntaxNode module = Expressions.required(node.get("value"));
        Callee field = Expressions.member(node.get("left"));
        if (module.exists()) {
            String names = node.get("name").text();
            context.importing(Import.of(language(), "import " + (node.get("name").is("identifier") ? "* as " + names
                    : names.replace(":", " as ")) + " from " + module.text()));
        } else if (field.name().exists()) {
            if (expressions.operand(field.on()) == Operand.THIS && context.enclosingType() != null) {
                String type = Names.type(node.get("type"));
                ParseContext.member(context.enclosingType(), field.name().text(), type.isEmpty() ? expressions.operand(node.get("right"))
                        .type() : type);
            }
        } else {
            declare(node);
        }
    }

    private void declare(SyntaxNode node) {
        SyntaxNode typed = node.first("variable_declaration").or(node);
        List<SyntaxNode> declarators = new ArrayList<>(typed.fields("declarator"));
        typed.children().stream().filter(child -> child.is("variable_declarator", "property_element") && child.field().isEmpty())
                .forEach(declarators::add);
        String written = Names.type(node.is("instanceof_expression") ? node.get("right").text() : Names.parameterType(typed));
        for (SyntaxNode one : declarators.isEmpty() ? List.of(node) : declarators) {
            boolean caught = one.is("as_pattern") && one.parentIs("except_clause");
            SyntaxNode value = one.get("value", "right").or(one.is("as_pattern") ? one.first() : one != node && one.children().size() > 1
                    || typed != node && node.last() != typed ? one == node ? node.last() : one.last() : SyntaxNode.NONE);
            List<SyntaxNode> named = one.fields("name");
            List<String> names = (named.isEmpty() ? List.of(one.get("left", "pattern", "alias").or(one == node ? typed : one)) : named)
                    .stream().flatMap(pattern -> Names.bound(pattern).stream()).toList();
            String type = names.size() == 1 && written.isEmpty() && !node.type().startsWith("for") ? caught ? Names.type(value)
                    : expressions.operand(value).type() : names.size() == Math.max(1, named.size()) ? written : "";
            if (!isHeld(value, one) && !isComponent(one, value)) {
                names.forEach(name -> declare(name.replace("$", ""), name, type, node.get("left").exists()));
            }
            if (names.isEmpty() && DefinitionReader.isType(context.definition()) && language() == Language.GO) {
                context.definition().supertypes().add(written);
                ParseContext.member(context.definition(), Names.last(written), written);
            }
        }
    }

    private void declare(String field, String name, String type, boolean assigns) {
        String before = context.variable(name);
        if (DefinitionReader.isType(context.definition())) {
            ParseContext.member(context.definition(), field, type);
        } else if (!name.equals("_") && (before == null || before.isEmpty() || !type.isEmpty() || !assigns)) {
            context.declare(name, type);
        }
    }

    /** Whether the value of a variable is a definition with the variable's name. */
    private boolean isHeld(SyntaxNode value, SyntaxNode holder) {
        SyntaxNode inside = value.inmost(at -> {
            SyntaxNode same = Names.bare(at);
            return same.role() == Role.CALL && same.get("arguments").first().exists() ? same.get("arguments").first() : same;
        });
        return (inside.role() == Role.HELD || inside.is("class", "object")) && expressions.unwrapped(inside).parent() == holder;
    }

    /** Opens a definition for {@code const Row = memo(Base)}, where both are names of components. */
    private boolean isComponent(SyntaxNode declarator, SyntaxNode value) {
        SyntaxNode wrapped = value.role() == Role.CALL ? value.get("arguments").first() : SyntaxNode.NONE;
        boolean component = language().isScript() && context.definition() == null && wrapped.is("identifier")
                && Names.isTypeName(wrapped.text()) && Names.isTypeName(declarator.get("name").text())
                && expressions.unwrapped(wrapped).parent() == declarator;
        if (component) {
            definitions.define(declarator, declarator.get("name"), declarator.get("name").text(), SymbolKind.FUNCTION, "", declarator);
            context.mention(wrapped);
        }
        return component;
    }
}
