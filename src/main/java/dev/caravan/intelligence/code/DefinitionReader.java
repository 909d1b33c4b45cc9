package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Grammar.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads definitions. Functions in a variable, a class field, or a property of a variable's object are definitions, also when other
 * functions wrap them ({@code memo(() => …)}). An anonymous class is a type {@code Base{}}. Overloads of TypeScript and Python are one
 * definition.
 */
record DefinitionReader(ParseContext context, Expressions expressions) {

    private Language language() {
        return context.language();
    }

    private record Parameters(List<String> types, Map<String, String> variables) {
    }

    static boolean isType(Symbol around) {
        return around != null && around.kind() == SymbolKind.TYPE;
    }

    void type(SyntaxNode node) {
        SyntaxNode holder = node.is("class") ? expressions.unwrapped(node).parent() : SyntaxNode.NONE;
        boolean held = holder.is("variable_declarator");
        SyntaxNode name = held ? holder.get("name") : Names.of(node);
        boolean reference = node.type().endsWith("_specifier") && !node.get("body").exists();
        if (reference || node.is("type_definition") && Names.of(node.get("type")).exists()) {
            return;
        }
        if (name.exists() || node.parentIs("export_statement")) {
            String written = name.exists() ? Names.last(name.text().replaceAll("[\"']", "")) : "default";
            Symbol draft = open(written, node.get("parameters").exists() ? parameters(node) : new Parameters(List.of(), Map.of()),
                    held ? holder : node, name.or(node));
            node.children().stream().filter(child -> child.role() == Role.SUPERTYPES || child.field().equals("superclasses"))
                    .forEach(child -> draft.supertypes().addAll(Names.types(child.text())));
            String alias = node.is("type_alias_declaration", "type_alias") ? node.get("value", "type").text() : "|";
            draft.supertypes().addAll(alias.contains("|") || alias.contains("=>") ? List.of() : Names.types(alias));
        } else if (node.is("class")) {
            anonymous(node, "class");
        }
    }

    void anonymous(SyntaxNode node, String supertype) {
        open(supertype + "{}", new Parameters(List.of(), Map.of()), node, node).supertypes().add(supertype);
    }

    private Symbol open(String name, Parameters components, SyntaxNode whole, SyntaxNode named) {
        Symbol around = context.definition();
        Symbol draft = context.open(SymbolKind.TYPE, name, name, isType(around) ? around.name() : "",
                around == null ? "" : around.qualified(), components.types, whole, named);
        components.variables.forEach((field, type) -> ParseContext.member(draft, field, type));
        context.declare("this", "this");
        return draft;
    }

    void function(SyntaxNode node) {
        SyntaxNode name = Names.of(node);
        Symbol around = context.definition();
        SyntaxNode object = objectName(node.parent());
        boolean overload = node.type().endsWith("_signature") && Names.of(node.next()).text().equals(name.text())
                || node.parent().first().text().matches("@(?:\\w+\\.)?overload");
        if (overload || node.parentIs("object") && !object.exists() || node.get("name").is("computed_property_name")) {
            inner(node);
        } else if (name.exists()) {
            define(node, name, Names.last(name.text()), object.exists() ? SymbolKind.FUNCTION : SymbolKind.METHOD,
                    object.exists() ? object.text() : Names.owner(node, name),
                    node.parentIs("template_declaration") ? node.parent() : node);
        } else if (node.role() == Role.CONSTRUCTOR && isType(around)) {
            define(node, node, around.name(), SymbolKind.METHOD, "", node);
        } else if (node.parentIs("export_statement")) {
            define(node, node, "default", SymbolKind.FUNCTION, "", node);
        }
    }

    /**
     * Opens a definition of a function.
     *
     * @param kind  of a function that has an owner
     * @param owner name of the type or object that has it, if it is not written inside of that type; otherwise empty
     */
    void define(SyntaxNode node, SyntaxNode name, String written, SymbolKind kind, String owner, SyntaxNode whole) {
        Symbol around = context.definition();
        boolean member = isType(around);
        String of = member ? around.name() : owner;
        boolean constructs = kind == SymbolKind.METHOD && !of.isEmpty()
                && (node.role() == Role.CONSTRUCTOR || written.equals(of) || Names.isConstructor(written));
        String outer = around == null ? of : member || of.isEmpty() ? around.qualified() : around.qualified() + "." + of;
        Parameters parameters = parameters(node);
        context.open(constructs ? SymbolKind.CONSTRUCTOR : of.isEmpty() ? SymbolKind.FUNCTION : member ? SymbolKind.METHOD : kind,
                constructs ? of : written, written, of, outer, parameters.types, whole, name);
        parameters.variables.forEach(context::declare);
        SyntaxNode receiver = node.get("receiver").first();
        Names.bound(receiver).forEach(self -> context.declare(self, Names.type(receiver.get("type"))));
    }

    void inner(SyntaxNode function) {
        context.block();
        parameters(function).variables.forEach(context::declare);
    }

    /** Reads a function that may get the name of what holds it. */
    void held(SyntaxNode node) {
        SyntaxNode holder = expressions.unwrapped(node).parent();
        SyntaxNode name = holder.get("name", "left", "key", "property");
        SyntaxNode object = objectName(holder.parent());
        Symbol around = context.definition();
        if (holder.is("export_statement")) {
            SyntaxNode own = node.get("name").or(node);
            define(node, own, own == node ? "default" : own.text(), SymbolKind.FUNCTION, "", node);
        } else if (holder.is("assignment_expression") && name.role() == Role.MEMBER) {
            assigned(node, holder, name.first().text(), name.last());
        } else if (name.is("identifier", "property_identifier", "private_property_identifier")
                && (holder.role() == Role.VARIABLE || object.exists())
                && (!holder.is("assignment", "assignment_expression") || around == null || isType(around))) {
            define(node, name, name.text(), SymbolKind.FUNCTION, holder.is("pair") ? object.text() : "", holder);
        } else {
            inner(node);
        }
    }

    /** Reads {@code exports.name = …}, {@code Type.prototype.name = …}, {@code this.name = …} and {@code object.name = …}. */
    private void assigned(SyntaxNode node, SyntaxNode assignment, String on, SyntaxNode name) {
        Symbol type = context.enclosingType();
        boolean own = on.equals("this") && type != null;
        if (on.matches("(?:module\\.)?exports|module")) {
            SyntaxNode named = on.equals("module") ? node.get("name").or(node) : name;
            define(node, named, named == node ? "default" : named.text(), SymbolKind.FUNCTION, "", assignment);
        } else if (own || on.matches("[\\w$]+\\.prototype") || context.definition() == null && on.matches("[\\w$]+")) {
            Parameters parameters = parameters(node);
            String owner = own ? type.name() : on.replace(".prototype", "");
            context.open(on.equals(owner) ? SymbolKind.FUNCTION : SymbolKind.METHOD, name.text(), name.text(), owner,
                    own ? type.qualified() : owner, parameters.types, assignment, name);
            parameters.variables.forEach(context::declare);
        } else {
            inner(node);
        }
    }

    /** Returns the variable that holds an object literal. */
    private SyntaxNode objectName(SyntaxNode object) {
        SyntaxNode holder = object.is("object") ? expressions.unwrapped(object).parent() : SyntaxNode.NONE;
        SyntaxNode name = holder.is("variable_declarator") ? holder.get("name") : SyntaxNode.NONE;
        return name.is("identifier") ? name : SyntaxNode.NONE;
    }

    private Parameters parameters(SyntaxNode function) {
        List<String> types = new ArrayList<>();
        Map<String, String> variables = new LinkedHashMap<>();
        Symbol type = context.enclosingType();
        boolean member = type != null && type == context.definition();
        SyntaxNode list = Names.parameters(function);
        for (SyntaxNode parameter : Names.isName(list) ? List.of(list) : list.children()) {
            List<String> names = Names.bound(parameter);
            String written = Names.parameterType(parameter);
            if (member && language() == Language.PYTHON && (names.contains("self") || names.contains("cls"))) {
                variables.put(names.get(0), "this");
            } else if (!names.isEmpty() || !written.isEmpty() && !written.equals("void")) {
                boolean typed = names.size() == Math.max(1, parameter.fields("name").size());
                names.forEach(name -> variables.put(name, typed ? Names.type(written) : ""));
                parameter.fields("name").stream().skip(1).forEach(more -> types.add(written));
                types.add(written);
                if (type != null && parameter.first("accessibility_modifier", "visibility_modifier").exists()) {
                    names.forEach(name -> ParseContext.member(type, name.replace("$", ""), Names.type(written)));
                }
            }
        }
        return new Parameters(types, variables);
    }
}
