package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Grammar.Role;

/** Reads the syntax tree of one file, by the roles that {@code LANGUAGE.scm} gives its nodes. */
record SyntaxReader(ParseContext context, DefinitionReader definitions, VariableReader variables, CallReader calls) {

    static SyntaxReader of(ParseContext context) {
        Expressions expressions = new Expressions(context);
        DefinitionReader definitions = new DefinitionReader(context, expressions);
        return new SyntaxReader(context, definitions, new VariableReader(context, expressions, definitions),
                new CallReader(context, expressions));
    }

    /** Visits a node, before its children. The context closes what this opens after the children. */
    void enter(SyntaxNode node) {
        switch (node.role()) {
            case PACKAGE -> {
                context.header(node);
                context.module(node.text().replaceAll("^\\s*package\\s+|[;\\s].*", ""));
            }
            case HEADER -> context.header(node);
            case IMPORT -> imported(node);
            case TYPE -> definitions.type(node);
            case ANONYMOUS -> {
                Role around = node.parent().role();
                if (node.is("object_literal") || around == Role.CONSTRUCT || around == Role.CONSTANT) {
                    definitions.anonymous(node, around == Role.CONSTANT && context.enclosingType() != null ? context.enclosingType().name()
                            : Names.type(node.first("delegation_specifier").or(Expressions.made(node.parent()))));
                }
            }
            case FUNCTION, CONSTRUCTOR -> definitions.function(node);
            case HELD -> definitions.held(node);
            case LAMBDA -> definitions.inner(node);
            case VARIABLE -> variables.variables(node);
            case LOOP -> {
                context.block();
                variables.variables(node);
            }
            case BLOCK -> {
                context.block();
                node.children().stream().filter(child -> child.is("for_in_clause")).forEach(variables::variables);
            }
            case CALL -> calls.call(node);
            case CONSTANT, CONSTRUCT -> calls.construct(node);
            case REFERENCE -> calls.reference(node);
            case VALUES -> node.children().forEach(calls::mention);
            case TOKENS -> calls.tokens(node);
            default -> { }
        }
    }

    private void imported(SyntaxNode node) {
        boolean exports = node.is("export_statement");
        if (!exports) {
            context.header(node);
        }
        if (!exports || node.get("source").exists()) {
            context.importing(Import.of(context.language(), node.text()));
        }
    }
}
