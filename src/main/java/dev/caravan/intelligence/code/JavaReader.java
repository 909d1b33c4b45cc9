package dev.caravan.intelligence.code;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Reads Java. Methods of an anonymous class or of an enum constant's body are not definitions; their calls belong to the surrounding definition.
 */
final class JavaReader implements SyntaxReader {

    private static final int LONGEST_SUM = 50;

    @Override
    public void enter(SyntaxNode node, ParseContext context) {
        switch (node.type()) {
            case "package_declaration" -> context.module(node.first("scoped_identifier", "identifier").text());
            case "import_declaration" -> readImport(node, context);
            case "class_declaration", "interface_declaration", "enum_declaration", "record_declaration", "annotation_type_declaration" -> type(node, context);
            case "class_body" -> body(node, context);
            case "field_declaration" -> namelessField(node, context);
            case "method_declaration", "annotation_type_element_declaration", "constructor_declaration", "compact_constructor_declaration" -> method(node,
                    context);
            case "lambda_expression" -> lambda(node, context);
            case "block", "for_statement", "switch_block_statement_group", "switch_rule", "static_initializer",
                    "try_with_resources_statement" -> context.block();
            case "enhanced_for_statement" -> {
                context.block();
                declare(node.get("name"), declaredType(node, node.get("value"), context), context);
            }
            case "catch_clause" -> {
                context.block();
                SyntaxNode parameter = node.first("catch_formal_parameter");
                List<SyntaxNode> types = parameter.first("catch_type").children();
                declare(parameter.get("name"), Variable.of(types.size() == 1 ? simple(types.get(0)) : ""), context);
            }
            case "local_variable_declaration" -> node.fields("declarator")
                    .forEach(declarator -> declare(declarator.get("name"), declaredType(node, declarator.get("value"), context), context));
            case "resource" -> declare(node.get("name"), declaredType(node, node.get("value"), context), context);
            case "instanceof_expression" -> declare(node.get("name"), Variable.of(simple(node.get("right"))), context);
            case "type_pattern", "record_pattern_component" -> {
                if (node.children().size() > 1) {
                    declare(node.last(), Variable.of(simple(node.children().get(node.children().size() - 2))), context);
                }
            }
            case "method_invocation" -> invocation(node, context);
            case "object_creation_expression" -> creation(node, context);
            case "explicit_constructor_invocation" -> constructorInvocation(node, context);
            case "enum_constant" -> {
                Draft type = context.enclosingType();
                if (type != null && node.get("name").exists()) {
                    context.construct(node.get("name"), type.name(), arguments(node, context), Operand.NONE);
                }
            }
            case "method_reference" -> reference(node, context);
            default -> { }
        }
    }

    private static void readImport(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.first("scoped_identifier", "identifier");
        if (!name.exists()) {
            return;
        }
        String text = name.text().replaceAll("\\s", "");
        if (node.first("asterisk").exists()) {
            context.importing("*", text, "*");
        } else {
            String last = text.substring(text.lastIndexOf('.') + 1);
            context.importing(last, text.substring(0, Math.max(0, text.lastIndexOf('.'))), last);
        }
    }

    private void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (!name.exists()) {
            return;
        }
        Parameters components = parameters(node.get("parameters"), context);
        Draft draft = context.open(SymbolKind.TYPE, name.text(), components, node, name);
        components.variables().forEach((component, variable) -> draft.member(component, variable.type()));
        draft.supertype(simple(node.get("superclass").last()));
        for (SyntaxNode interfaces : node.children("super_interfaces", "extends_interfaces")) {
            interfaces.children("type_list").forEach(list -> list.children().forEach(one -> draft.supertype(simple(one))));
        }
        for (SyntaxNode body : node.fields("body")) {
            fields(body, draft);
            body.children("enum_constant").stream().filter(constant -> constant.get("name").exists())
                    .forEach(constant -> draft.member(constant.get("name").text(), draft.name()));
            body.children("enum_body_declarations").forEach(declarations -> fields(declarations, draft));
        }
        boundsOf(node, context);
    }

    private static void fields(SyntaxNode body, Draft draft) {
        for (SyntaxNode field : body.children("field_declaration", "constant_declaration")) {
            field.fields("declarator").stream().filter(declarator -> declarator.get("name").exists())
                    .forEach(declarator -> draft.member(declarator.get("name").text(), simple(field.get("type"))));
        }
    }

    /** Replaces a type variable by its bound. */
    private static void boundsOf(SyntaxNode node, ParseContext context) {
        for (SyntaxNode variables : node.children("type_parameters")) {
            for (SyntaxNode variable : variables.children("type_parameter")) {
                SyntaxNode bound = variable.first("type_bound");
                SyntaxNode name = variable.first("type_identifier", "identifier");
                if (name.exists() && bound.first().exists()) {
                    context.bound(name.text(), simple(bound.first()));
                }
            }
        }
    }

    private static void body(SyntaxNode node, ParseContext context) {
        boolean ofConstant = node.parentIs("enum_constant");
        if (!ofConstant && !node.parentIs("object_creation_expression")) {
            return;
        }
        Set<String> own = new HashSet<>();
        node.children("method_declaration").stream().filter(method -> method.get("name").exists()).forEach(method -> own.add(method.get("name").text()));
        Draft type = context.enclosingType();
        context.push(LexicalScope.nameless(own, ofConstant && type != null ? type.name() : simple(node.parent().get("type"))));
    }

    private void namelessField(SyntaxNode node, ParseContext context) {
        if (context.nameless() != null) {
            node.fields("declarator").forEach(declarator -> declare(declarator.get("name"), declaredType(node, declarator.get("value"), context), context));
        }
    }

    private void method(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        Parameters parameters = node.is("compact_constructor_declaration") ? components(node, context) : parameters(node.get("parameters"), context);
        if (!name.exists() || context.nameless() != null) {
            context.block(parameters);
            return;
        }
        boolean constructs = node.is("constructor_declaration", "compact_constructor_declaration");
        Draft draft = context.open(constructs ? SymbolKind.CONSTRUCTOR : SymbolKind.METHOD, name.text(), parameters, node, name);
        boundsOf(node, context);
        draft.returns(context.bounded(simple(node.get("type"))));
        parameters.variables().forEach((parameter, variable) -> context.declare(parameter, bounded(variable, context)));
    }

    private static Variable bounded(Variable variable, ParseContext context) {
        return variable.type().isEmpty() ? variable : Variable.of(context.bounded(variable.type()));
    }

    private Parameters components(SyntaxNode constructor, ParseContext context) {
        return parameters(constructor.parent().parent().get("parameters"), context);
    }

    private static Parameters parameters(SyntaxNode list, ParseContext context) {
        Parameters parameters = new Parameters();
        for (SyntaxNode parameter : list.children("formal_parameter", "spread_parameter")) {
            if (parameter.is("spread_parameter")) {
                SyntaxNode type = parameter.children().stream().filter(child -> !child.is("modifiers", "variable_declarator")).findFirst()
                        .orElse(SyntaxNode.NONE);
                SyntaxNode name = parameter.first("variable_declarator").get("name");
                parameters.addRest(type.exists() ? type.text() + "..." : "");
                if (name.exists()) {
                    parameters.declare(name.text(), Variable.of(simple(type) + "[]"));
                }
            } else {
                SyntaxNode type = parameter.get("type");
                String dimensions = parameter.get("dimensions").exists() ? "[]" : "";
                parameters.add(type.exists() ? type.text() + dimensions : "", false);
                if (parameter.get("name").exists()) {
                    parameters.declare(parameter.get("name").text(), bounded(Variable.of(simple(type) + dimensions), context));
                }
            }
        }
        return parameters;
    }

    private static void lambda(SyntaxNode node, ParseContext context) {
        context.block();
        SyntaxNode parameters = node.get("parameters");
        if (parameters.is("identifier")) {
            context.declare(parameters, Variable.UNKNOWN);
        } else if (parameters.is("formal_parameters")) {
            parameters(parameters, context).variables().forEach((name, variable) -> context.declare(name, variable.type().equals("var") ? Variable.UNKNOWN
                    : variable));
        } else {
            parameters.children().forEach(parameter -> context.declare(parameter, Variable.UNKNOWN));
        }
    }

    private static void declare(SyntaxNode name, Variable variable, ParseContext context) {
        context.declare(name, bounded(variable.type().equals("var") ? Variable.UNKNOWN : variable, context));
    }

    private Variable declaredType(SyntaxNode declaration, SyntaxNode value, ParseContext context) {
        SyntaxNode type = declaration.get("type");
        if (type.exists() && !type.text().equals("var")) {
            return Variable.of(simple(type));
        }
        Operand held = operand(value, context);
        if (declaration.is("enhanced_for_statement")) {
            return held.type().endsWith("[]") ? Variable.of(held.type().substring(0, held.type().length() - 2)) : Variable.UNKNOWN;
        }
        return Variable.of(held);
    }

    private void invocation(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        SyntaxNode object = node.get("object");
        LexicalScope nameless = context.nameless();
        if (nameless != null && (!object.exists() || object.is("this")) && nameless.own().contains(name.text())) {
            return;
        }
        boolean ofSuper = object.exists() && !object.is("super") && node.first("super").exists();
        context.call(name, name.text(), arguments(node, context), !object.exists() ? Operand.NONE
                : ofSuper ? new Operand("super", object.text()) : operand(object, context));
    }

    private void creation(SyntaxNode node, ParseContext context) {
        if (node.get("type").exists()) {
            context.construct(node.get("type"), simple(node.get("type")), arguments(node, context));
        }
    }

    private void constructorInvocation(SyntaxNode node, ParseContext context) {
        SyntaxNode constructor = node.get("constructor");
        Draft type = context.enclosingType();
        if (!constructor.exists() || type == null) {
            return;
        }
        if (constructor.is("this")) {
            context.construct(constructor, type.name(), arguments(node, context), new Operand("this", ""));
        } else if (!type.firstSupertype().isEmpty()) {
            context.construct(constructor, type.firstSupertype(), arguments(node, context));
        }
    }

    private Arguments arguments(SyntaxNode call, ParseContext context) {
        return Arguments.of(call.get("arguments").withoutComments(), false, argument -> operand(argument, context));
    }

    private void reference(SyntaxNode node, ParseContext context) {
        SyntaxNode on = node.first();
        SyntaxNode name = node.children().size() < 2 ? SyntaxNode.NONE : node.last();
        if (!name.is("identifier")) {
            if (on.exists() && !simple(on).endsWith("[]")) {
                context.construct(on, simple(on), Arguments.OPEN);
            }
            return;
        }
        LexicalScope nameless = context.nameless();
        if (nameless == null || !on.is("this") || !nameless.own().contains(name.text())) {
            Operand receiver = on.is("generic_type", "type_identifier", "scoped_type_identifier") ? new Operand(simple(on), "") : operand(on, context);
            context.reference(name, name.text(), receiver);
        }
    }

    /** Returns what an expression is called on, and its type if that is evident. */
    private Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = expression.inmost(outer -> switch (outer.type()) {
            case "parenthesized_expression" -> outer.firstWithoutComments();
            case "assignment_expression" -> outer.get("right");
            case "ternary_expression" -> outer.get("consequence");
            default -> outer;
        });
        LexicalScope nameless = context.nameless();
        Draft type = context.enclosingType();
        return switch (at.type()) {
            case "this" -> nameless != null ? Operand.of(nameless.supertype()) : new Operand("this", type == null ? "" : type.name());
            case "super" -> nameless != null ? Operand.of(nameless.supertype()) : new Operand("super", "");
            case "identifier" -> Operand.named(at.text(), context.variable(at.text()));
            case "field_access" -> field(at, context);
            case "array_access" -> {
                String array = at.get("array").is("identifier") ? operand(at.get("array"), context).type() : "";
                yield array.endsWith("[]") ? Operand.of(array.substring(0, array.length() - 2)) : Operand.UNKNOWN;
            }
            case "method_invocation" -> result(at);
            case "object_creation_expression", "cast_expression" -> Operand.of(simple(at.get("type")));
            case "array_creation_expression" -> Operand.of(simple(at.get("type")) + "[]");
            case "binary_expression" -> Operand.of(resultOf(at));
            default -> Operand.of(literal(at));
        };
    }

    private static Operand result(SyntaxNode invocation) {
        String name = invocation.get("name").text();
        boolean isString = name.equals("toString") || invocation.get("object").is("identifier") && invocation.get("object").text().equals("String");
        return !invocation.get("name").exists() ? Operand.UNKNOWN : isString ? Operand.of("String") : new Operand(name + "()", "");
    }

    private static Operand field(SyntaxNode access, ParseContext context) {
        MemberChain chain = MemberChain.of(access, "field_access", "object", "field", UnaryOperator.identity());
        SyntaxNode root = chain.root();
        if (!root.is("identifier", "this")) {
            return Operand.UNKNOWN;
        }
        String first = chain.fields().getFirst();
        if (chain.fields().size() == 1 && first.equals("this")) {
            return new Operand("this", root.text());
        }
        if (root.is("identifier")) {
            return chain.of(Operand.named(root.text(), context.variable(root.text())));
        }
        if (context.nameless() == null) {
            return chain.ofThis(context);
        }
        return chain.fields().size() == 1 && context.variable(first) != null ? Operand.named(first, context.variable(first)) : Operand.UNKNOWN;
    }

    private static String resultOf(SyntaxNode binary) {
        SyntaxNode at = binary;
        for (int terms = 0; at.exists() && terms < LONGEST_SUM; terms++) {
            if (at.get("right").is("string_literal") || at.is("string_literal")) {
                return "String";
            }
            at = at.get("left");
        }
        return "";
    }

    private static String literal(SyntaxNode node) {
        return switch (node.type()) {
            case "string_literal", "text_block" -> "String";
            case "decimal_integer_literal", "hex_integer_literal", "octal_integer_literal", "binary_integer_literal" -> node.text().matches("(?i).*l")
                    ? "long" : "int";
            case "decimal_floating_point_literal", "hex_floating_point_literal" -> node.text().matches("(?i).*f") ? "float" : "double";
            case "character_literal" -> "char";
            case "true", "false", "instanceof_expression" -> "boolean";
            case "class_literal" -> "Class";
            default -> "";
        };
    }

    /** Returns a type's name without type arguments and annotations; arrays end with {@code []}. */
    private static String simple(SyntaxNode type) {
        SyntaxNode at = type;
        StringBuilder dimensions = new StringBuilder();
        while (at.exists()) {
            if (at.is("generic_type")) {
                at = at.first();
            } else if (at.is("array_type")) {
                dimensions.append("[]");
                at = at.get("element");
            } else if (at.is("annotated_type")) {
                at = at.last();
            } else {
                return at.text().replaceAll("<[^.]*>|@\\w+|\\s", "") + dimensions;
            }
        }
        return "";
    }
}
