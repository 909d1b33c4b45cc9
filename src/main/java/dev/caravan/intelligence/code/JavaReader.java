package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Java. Methods of an anonymous class, or of an enum constant's body, are no definitions: their calls belong to the definition
 * around them.
 */
final class JavaReader implements SyntaxReader {

    private static final int DEEPEST_OPERAND = 50;

    @Override
    public void enter(SyntaxNode node, ParseContext context) {
        switch (node.type()) {
            case "package_declaration" -> context.module(node.first("scoped_identifier", "identifier") == null ? ""
                    : node.first("scoped_identifier", "identifier").text());
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
                List<SyntaxNode> types = parameter == null || parameter.first("catch_type") == null ? List.of() : parameter.first("catch_type").children();
                declare(parameter == null ? null : parameter.get("name"), Variable.of(types.size() == 1 ? simple(types.get(0)) : ""), context);
            }
            case "local_variable_declaration" -> node.fields("declarator")
                    .forEach(declarator -> declare(declarator.get("name"), declaredType(node, declarator.get("value"), context), context));
            case "resource" -> declare(node.get("name"), declaredType(node, node.get("value"), context), context);
            case "instanceof_expression" -> declare(node.get("name"), Variable.of(simple(node.get("right"))), context);
            case "type_pattern", "record_pattern_component" -> {
                if (node.children().size() > 1) {
                    declare(node.children().get(node.children().size() - 1), Variable.of(simple(node.children().get(node.children().size() - 2))), context);
                }
            }
            case "method_invocation" -> invocation(node, context);
            case "object_creation_expression" -> creation(node, context);
            case "explicit_constructor_invocation" -> constructorInvocation(node, context);
            case "enum_constant" -> {
                Draft type = context.enclosingType();
                if (type != null && node.get("name") != null) {
                    call(node.get("name"), type.name(), true, node.get("arguments"), Operand.NONE, context);
                }
            }
            case "method_reference" -> reference(node, context);
            default -> { }
        }
    }

    private static void readImport(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.first("scoped_identifier", "identifier");
        if (name == null) {
            return;
        }
        String text = name.text().replaceAll("\\s", "");
        if (node.first("asterisk") != null) {
            context.importing("*", text, "*");
        } else {
            String last = text.substring(text.lastIndexOf('.') + 1);
            context.importing(last, text.substring(0, Math.max(0, text.lastIndexOf('.'))), last);
        }
    }

    private void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name == null) {
            return;
        }
        Parameters components = parameters(node.get("parameters"), context);
        Draft draft = context.open(SymbolKind.TYPE, name.text(), components, node, name);
        components.variables().forEach((component, variable) -> draft.member(component, variable.type()));
        SyntaxNode superclass = node.get("superclass");
        if (superclass != null && !superclass.children().isEmpty()) {
            draft.supertype(simple(superclass.children().get(superclass.children().size() - 1)));
        }
        for (SyntaxNode interfaces : node.children("super_interfaces", "extends_interfaces")) {
            interfaces.children("type_list").forEach(list -> list.children().forEach(one -> draft.supertype(simple(one))));
        }
        for (SyntaxNode body : node.fields("body")) {
            fields(body, draft);
            body.children("enum_constant").stream().filter(constant -> constant.get("name") != null)
                    .forEach(constant -> draft.member(constant.get("name").text(), draft.name()));
            body.children("enum_body_declarations").forEach(declarations -> fields(declarations, draft));
        }
        boundsOf(node, context);
    }

    private static void fields(SyntaxNode body, Draft draft) {
        for (SyntaxNode field : body.children("field_declaration", "constant_declaration")) {
            field.fields("declarator").stream().filter(declarator -> declarator.get("name") != null)
                    .forEach(declarator -> draft.member(declarator.get("name").text(), simple(field.get("type"))));
        }
    }

    /** A type variable with a bound stands for the bound. */
    private static void boundsOf(SyntaxNode node, ParseContext context) {
        for (SyntaxNode variables : node.children("type_parameters")) {
            for (SyntaxNode variable : variables.children("type_parameter")) {
                SyntaxNode bound = variable.first("type_bound");
                if (bound != null && variable.first("type_identifier", "identifier") != null && !bound.children().isEmpty()) {
                    context.bound(variable.first("type_identifier", "identifier").text(), simple(bound.children().get(0)));
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
        node.children("method_declaration").stream().filter(method -> method.get("name") != null).forEach(method -> own.add(method.get("name").text()));
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
        if (name == null || context.nameless() != null) {
            context.block();
            parameters.variables().forEach(context::declare);
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
        SyntaxNode type = constructor.parent() == null ? null : constructor.parent().parent();
        return parameters(type == null ? null : type.get("parameters"), context);
    }

    private static Parameters parameters(SyntaxNode list, ParseContext context) {
        Parameters parameters = new Parameters();
        if (list == null) {
            return parameters;
        }
        for (SyntaxNode parameter : list.children("formal_parameter", "spread_parameter")) {
            if (parameter.is("spread_parameter")) {
                SyntaxNode type = parameter.children().stream().filter(child -> !child.is("modifiers", "variable_declarator")).findFirst().orElse(null);
                SyntaxNode declarator = parameter.first("variable_declarator");
                parameters.addRest(type == null ? "" : type.text() + "...");
                if (declarator != null && declarator.get("name") != null) {
                    parameters.declare(declarator.get("name").text(), Variable.of(simple(type) + "[]"));
                }
            } else {
                SyntaxNode type = parameter.get("type");
                String dimensions = parameter.get("dimensions") == null ? "" : "[]";
                parameters.add(type == null ? "" : type.text() + dimensions, false);
                if (parameter.get("name") != null) {
                    parameters.declare(parameter.get("name").text(), bounded(Variable.of(simple(type) + dimensions), context));
                }
            }
        }
        return parameters;
    }

    private static void lambda(SyntaxNode node, ParseContext context) {
        context.block();
        SyntaxNode parameters = node.get("parameters");
        if (parameters == null) {
            return;
        }
        if (parameters.is("identifier")) {
            context.declare(parameters.text(), Variable.UNKNOWN);
        } else if (parameters.is("formal_parameters")) {
            parameters(parameters, context).variables().forEach((name, variable) -> context.declare(name, variable.type().equals("var") ? Variable.UNKNOWN
                    : variable));
        } else {
            parameters.children().forEach(parameter -> context.declare(parameter.text(), Variable.UNKNOWN));
        }
    }

    private static void declare(SyntaxNode name, Variable variable, ParseContext context) {
        if (name != null) {
            context.declare(name.text(), bounded(variable.type().equals("var") ? Variable.UNKNOWN : variable, context));
        }
    }

    private Variable declaredType(SyntaxNode declaration, SyntaxNode value, ParseContext context) {
        SyntaxNode type = declaration.get("type");
        if (type != null && !type.text().equals("var")) {
            return Variable.of(simple(type));
        }
        if (declaration.is("enhanced_for_statement")) {
            String of = value == null ? "" : operand(value, context).type();
            return of.endsWith("[]") ? Variable.of(of.substring(0, of.length() - 2)) : Variable.UNKNOWN;
        }
        return value == null ? Variable.UNKNOWN : Variable.of(operand(value, context));
    }

    private void invocation(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name == null) {
            return;
        }
        SyntaxNode object = node.get("object");
        Operand receiver = object == null ? Operand.NONE : operand(object, context);
        if (object != null && !object.is("super") && node.first("super") != null) {
            receiver = new Operand("super", object.text());
        }
        LexicalScope nameless = context.nameless();
        if (nameless != null && (object == null || object.is("this")) && nameless.own().contains(name.text())) {
            return;
        }
        call(name, name.text(), false, node.get("arguments"), receiver, context);
    }

    private void creation(SyntaxNode node, ParseContext context) {
        SyntaxNode type = node.get("type");
        if (type == null) {
            return;
        }
        String written = simple(type);
        int dot = written.lastIndexOf('.');
        call(type, written.substring(dot + 1), true, node.get("arguments"), dot < 0 ? Operand.NONE : new Operand(written.substring(0, dot), ""), context);
    }

    private void constructorInvocation(SyntaxNode node, ParseContext context) {
        SyntaxNode constructor = node.get("constructor");
        Draft type = context.enclosingType();
        if (constructor == null || type == null) {
            return;
        }
        if (constructor.is("this")) {
            call(constructor, type.name(), true, node.get("arguments"), new Operand("this", ""), context);
            return;
        }
        String target = type.firstSupertype();
        if (!target.isEmpty()) {
            int dot = target.lastIndexOf('.');
            call(constructor, target.substring(dot + 1), true, node.get("arguments"), dot < 0 ? Operand.NONE
                    : new Operand(target.substring(0, dot), ""), context);
        }
    }

    private void call(SyntaxNode named, String name, boolean constructs, SyntaxNode arguments, Operand receiver, ParseContext context) {
        List<String> types = new ArrayList<>();
        if (arguments != null) {
            arguments.children().stream().filter(argument -> !argument.is("line_comment", "block_comment"))
                    .forEach(argument -> types.add(operand(argument, context).argument()));
        }
        context.call(named, name, constructs, types.size(), types, receiver);
    }

    private void reference(SyntaxNode node, ParseContext context) {
        SyntaxNode on = node.children().isEmpty() ? null : node.children().get(0);
        SyntaxNode name = node.children().size() < 2 ? null : node.children().get(node.children().size() - 1);
        if (on == null) {
            return;
        }
        if (name == null || !name.is("identifier")) {
            String written = simple(on);
            int dot = written.lastIndexOf('.');
            if (!written.endsWith("[]")) {
                context.call(on, written.substring(dot + 1), true, -1, List.of(), dot < 0 ? Operand.NONE : new Operand(written.substring(0, dot), ""));
            }
            return;
        }
        LexicalScope nameless = context.nameless();
        if (nameless == null || !on.is("this") || !nameless.own().contains(name.text())) {
            Operand receiver = on.is("generic_type", "type_identifier", "scoped_type_identifier") ? new Operand(simple(on), "") : operand(on, context);
            context.reference(name, name.text(), receiver);
        }
    }

    /** What an expression is called on, and its type where that is evident. */
    private Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = expression;
        for (int depth = 0; at != null && depth < DEEPEST_OPERAND; depth++) {
            switch (at.type()) {
                case "parenthesized_expression" -> at = at.children().stream().filter(child -> !child.is("line_comment", "block_comment"))
                        .findFirst().orElse(null);
                case "assignment_expression" -> at = at.get("right");
                case "ternary_expression" -> at = at.get("consequence");
                case "this" -> {
                    LexicalScope nameless = context.nameless();
                    Draft type = context.enclosingType();
                    return nameless != null ? Operand.of(nameless.supertype()) : new Operand("this", type == null ? "" : type.name());
                }
                case "super" -> {
                    return context.nameless() == null ? new Operand("super", "") : Operand.of(context.nameless().supertype());
                }
                case "identifier" -> {
                    return Operand.named(at.text(), context.variable(at.text()));
                }
                case "field_access" -> {
                    return field(at, context);
                }
                case "array_access" -> {
                    String array = at.get("array") != null && at.get("array").is("identifier") ? operand(at.get("array"), context).type() : "";
                    return array.endsWith("[]") ? Operand.of(array.substring(0, array.length() - 2)) : Operand.UNKNOWN;
                }
                case "method_invocation" -> {
                    return result(at);
                }
                case "object_creation_expression", "cast_expression", "array_creation_expression" -> {
                    return Operand.of(simple(at.get("type")) + (at.is("array_creation_expression") ? "[]" : ""));
                }
                case "binary_expression" -> {
                    return Operand.of(resultOf(at, context));
                }
                default -> {
                    return Operand.of(literal(at.type(), at));
                }
            }
        }
        return Operand.UNKNOWN;
    }

    private static Operand result(SyntaxNode invocation) {
        if (invocation.get("name") == null) {
            return Operand.UNKNOWN;
        }
        String name = invocation.get("name").text();
        boolean isString = name.equals("toString") || invocation.get("object") != null && invocation.get("object").is("identifier")
                && invocation.get("object").text().equals("String");
        return isString ? Operand.of("String") : new Operand(name + "()", "");
    }

    private Operand field(SyntaxNode access, ParseContext context) {
        List<String> fields = new ArrayList<>();
        SyntaxNode at = access;
        while (at != null && at.is("field_access")) {
            SyntaxNode field = at.get("field");
            if (field == null || fields.size() > DEEPEST_OPERAND) {
                return Operand.UNKNOWN;
            }
            fields.add(0, field.text());
            at = at.get("object");
        }
        if (at == null || !at.is("identifier", "this")) {
            return Operand.UNKNOWN;
        }
        if (fields.equals(List.of("this"))) {
            return new Operand("this", at.text());
        }
        LexicalScope nameless = context.nameless();
        if (at.is("this") && nameless != null) {
            Variable field = context.variable(fields.get(0));
            return fields.size() == 1 && field != null ? Operand.named(fields.get(0), field) : Operand.UNKNOWN;
        }
        Operand operand = at.is("this") ? new Operand("this", "") : Operand.named(at.text(), context.variable(at.text()));
        for (String field : fields) {
            operand = operand.member(field);
        }
        if (at.is("this") && fields.size() == 1 && context.enclosingType() != null) {
            return new Operand(operand.receiver(), context.enclosingType().memberType(fields.get(0)));
        }
        return operand;
    }

    private String resultOf(SyntaxNode binary, ParseContext context) {
        SyntaxNode at = binary;
        for (int depth = 0; at != null && depth < DEEPEST_OPERAND; depth++) {
            SyntaxNode right = at.get("right");
            if (right != null && right.is("string_literal") || at.is("string_literal")) {
                return "String";
            }
            at = at.get("left");
        }
        return "";
    }

    private static String literal(String type, SyntaxNode node) {
        return switch (type) {
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

    /** A type's name without its arguments and annotations; arrays with {@code []}. */
    private static String simple(SyntaxNode type) {
        SyntaxNode at = type;
        StringBuilder dimensions = new StringBuilder();
        while (at != null) {
            if (at.is("generic_type")) {
                at = at.children().get(0);
            } else if (at.is("array_type")) {
                dimensions.append("[]");
                at = at.get("element");
            } else if (at.is("annotated_type")) {
                at = at.children().get(at.children().size() - 1);
            } else {
                return at.text().replaceAll("<[^.]*>|@\\w+|\\s", "") + dimensions;
            }
        }
        return "";
    }
}
