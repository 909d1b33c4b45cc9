package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.NodeRoles.Role;
import java.util.List;
import java.util.Set;

/**
 * Reads languages whose nodes have {@link NodeRoles}: C, C++, C#, Kotlin, Rust, PHP and Ruby. It finds definitions, calls, and the types of variables
 * that are declared with a type or hold a new instance. It reads no imports; {@link NearVisibility} finds definitions by their names.
 */
final class RoleReader implements SyntaxReader {

    private static final Set<String> CONSTRUCTORS = Set.of("__construct", "initialize");
    private static final Set<String> BODIES = Set.of("field_declaration_list", "declaration_list", "class_body", "enum_class_body", "body_statement",
            "enum_declaration_list", "primary_constructor");

    private final NodeRoles roles;

    RoleReader(String language) {
        roles = new NodeRoles(language);
    }

    @Override
    public void enter(SyntaxNode node, ParseContext context) {
        switch (roles.of(node)) {
            case TYPE -> type(node, context);
            case FUNCTION, CONSTRUCTOR -> function(node, context);
            case VARIABLE -> Declared.of(node).forEach(declared -> declare(declared, context));
            case CALL -> call(node, context);
            case CONSTRUCT -> construct(node, context);
            default -> {
                if (node.is("block", "compound_statement", "lambda_literal", "lambda_expression", "do_block")) {
                    context.block();
                }
            }
        }
    }

    private void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = Names.of(node);
        boolean reference = node.type().endsWith("_specifier") && !node.get("body").exists();
        if (!name.exists() || reference || node.is("type_definition") && Names.of(node.get("type")).exists()) {
            return;
        }
        Draft draft = context.open(SymbolKind.TYPE, Names.last(name.text()), new Parameters(), node, name);
        for (SyntaxNode child : node.children()) {
            if (roles.of(child) == Role.SUPERTYPES) {
                supertypes(child, draft);
            }
        }
        members(node.is("type_definition") ? node.get("type") : node, draft, 0);
    }

    private static void supertypes(SyntaxNode node, Draft draft) {
        for (SyntaxNode child : node.children()) {
            if (child.is("access_specifier", "argument_list", "value_arguments")) {
                continue;
            }
            SyntaxNode type = child.is("constructor_invocation", "explicit_delegation", "primary_constructor_base_type") ? child.first() : child;
            draft.supertype(Names.last(Names.type(type)));
        }
    }

    /** Adds the fields before the methods are read, since some languages declare them after their use. */
    private void members(SyntaxNode node, Draft draft, int depth) {
        for (SyntaxNode child : node.children()) {
            boolean property = child.is("property_declaration");
            if (roles.of(child) == Role.FIELD || property) {
                Declared.of(child).forEach(field -> draft.member(field.name().replace("$", ""), field.type()));
            } else if (BODIES.contains(child.type()) && depth < 2) {
                members(child, draft, depth + 1);
            } else if (child.is("method_declaration") && child.get("name").text().equals("__construct")) {
                child.get("parameters").children("property_promotion_parameter").forEach(field -> draft.member(Names.of(field).text().replace("$", ""), Names.type(field.get("type"))));
            }
        }
    }

    private void function(SyntaxNode node, ParseContext context) {
        SyntaxNode name = Names.of(node);
        SyntaxNode whole = node.parentIs("template_declaration") ? node.parent() : node;
        if (name.exists()) {
            String written = Names.last(name.text());
            Draft around = context.definition();
            String owner = around != null && around.isType() ? around.name() : Names.owner(node, name);
            String outer = around == null ? owner : around.isType() || owner.isEmpty() ? around.qualified() : around.qualified() + "." + owner;
            boolean constructs = !owner.isEmpty() && (roles.of(node) == Role.CONSTRUCTOR || written.equals(owner) || CONSTRUCTORS.contains(written));
            SymbolKind kind = constructs ? SymbolKind.CONSTRUCTOR : owner.isEmpty() ? SymbolKind.FUNCTION : SymbolKind.METHOD;
            context.open(kind, constructs ? owner : written, outer.isEmpty() ? written : outer + "." + written, owner, parameters(node), whole, name)
                    .returns(Names.result(node));
        } else if (roles.of(node) == Role.CONSTRUCTOR && context.definition() != null && context.definition().isType()) {
            context.open(SymbolKind.CONSTRUCTOR, context.definition().name(), parameters(node), node, node);
        }
    }

    /** Any number of arguments fits, since defaults, extensions and receivers are written in too many ways. */
    private static Parameters parameters(SyntaxNode function) {
        Parameters parameters = new Parameters();
        for (SyntaxNode parameter : Names.parameters(function).withoutComments()) {
            SyntaxNode name = Names.of(parameter);
            if (name.exists() && !parameter.is("self_parameter")) {
                String type = Names.parameterType(parameter);
                parameters.add(type, true);
                parameters.declare(name.text(), Variable.of(Names.type(type)));
            }
        }
        return parameters.anyNumber();
    }

    private void declare(Declared declared, ParseContext context) {
        if (context.definition() != null && context.definition().isType()) {
            return;
        }
        context.declare(declared.name(), declared.type().isEmpty() ? Variable.of(operand(declared.value(), context)) : Variable.of(declared.type()));
    }

    private void call(SyntaxNode node, ParseContext context) {
        Callee callee = Callee.of(node);
        if (!callee.name().exists()) {
            return;
        }
        String name = Names.last(callee.name().text());
        if (node.is("call") && name.equals("new")) {
            String type = Names.isName(callee.on()) ? Names.dotted(callee.on().text()) : callee.on().exists() || context.enclosingType() == null ? "" : context.enclosingType().name();
            if (!type.isEmpty() && Character.isUpperCase(Names.last(type).charAt(0))) {
                context.construct(callee.name(), type, arguments(node, context));
            }
        } else if (callee.on().exists()) {
            context.call(callee.name(), name, arguments(node, context), operand(callee.on(), context));
        } else if (callee.hidden()) {
            context.call(callee.name(), name, arguments(node, context), Operand.UNKNOWN);
        } else if (context.variable(name) == null) {
            context.call(callee.name(), name, arguments(node, context), Operand.NONE);
        }
    }

    private void construct(SyntaxNode node, ParseContext context) {
        SyntaxNode type = constructed(node);
        if (type.exists()) {
            context.construct(type, Names.dotted(Names.type(type)), arguments(node, context));
        }
    }

    private static SyntaxNode constructed(SyntaxNode node) {
        return node.get("type").exists() ? node.get("type") : node.first("name", "qualified_name");
    }

    private Arguments arguments(SyntaxNode call, ParseContext context) {
        SyntaxNode list = call.get("arguments").exists() ? call.get("arguments") : call.first("call_suffix").first("value_arguments");
        List<SyntaxNode> written = list.withoutComments();
        return Arguments.of(written, false, argument -> operand(argument.is("argument", "value_argument") ? argument.last() : argument, context));
    }

    private Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = expression.inmost(outer -> outer.is("parenthesized_expression", "pointer_expression", "reference_expression") && outer.first().exists()
                ? outer.last() : outer);
        if (!at.exists()) {
            return Operand.UNKNOWN;
        }
        if (Names.isThis(at)) {
            return new Operand("this", "");
        }
        if (Names.isSuper(at)) {
            return new Operand("super", "");
        }
        Role role = roles.of(at);
        if (role == Role.CONSTRUCT) {
            return Operand.of(Names.dotted(Names.type(constructed(at))));
        }
        if (role == Role.CALL) {
            return result(at, context);
        }
        Callee member = Callee.member(at);
        if (member.name().exists() && member.on().exists()) {
            return member(member, context);
        }
        return Names.isName(at) ? named(at, context) : Operand.UNKNOWN;
    }

    private static Operand named(SyntaxNode name, ParseContext context) {
        String text = Names.dotted(name.text());
        Variable variable = context.variable(text);
        Draft type = context.enclosingType();
        if (variable == null && type != null && !type.memberType(text).isEmpty()) {
            return new Operand(text, type.memberType(text));
        }
        return text.startsWith("$") && variable == null ? Operand.UNKNOWN : Operand.named(text, variable);
    }

    private static Operand result(SyntaxNode call, ParseContext context) {
        Callee callee = Callee.of(call);
        String name = Names.last(callee.name().text());
        if (name.isEmpty()) {
            return Operand.UNKNOWN;
        }
        return call.is("call") && name.equals("new") && Names.isName(callee.on()) ? Operand.of(Names.dotted(callee.on().text())) : new Operand(name + "()", "");
    }

    private Operand member(Callee member, ParseContext context) {
        Draft type = context.enclosingType();
        String field = Names.last(member.name().text());
        if (Names.isThis(member.on())) {
            return new Operand("this." + field, type == null ? "" : type.memberType(field));
        }
        return Names.isName(member.on()) ? named(member.on(), context).member(field) : Operand.UNKNOWN;
    }
}
