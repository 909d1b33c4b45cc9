package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Reads Go. Type names keep their written package; {@code []} and {@code map[]} precede the element type. An interface has its methods among its
 * members, as {@code Name():Type}. Composite literals and conversions are not calls.
 */
final class GoReader implements SyntaxReader {

    private static final Set<String> CONSTANTS = Set.of("nil", "true", "false", "iota");

    @Override
    public void enter(SyntaxNode node, ParseContext context) {
        switch (node.type()) {
            case "source_file" -> node.children("var_declaration").forEach(declaration -> {
                declaration.children("var_spec").forEach(variable -> variables(variable, context));
                declaration.children("var_spec_list").forEach(list -> list.children("var_spec").forEach(variable -> variables(variable, context)));
            });
            case "package_clause" -> context.module(node.first().text());
            case "import_spec" -> readImport(node, context);
            case "type_spec", "type_alias" -> type(node, context);
            case "method_elem" -> interfaceMethod(node, context);
            case "function_declaration", "method_declaration" -> function(node, context);
            case "func_literal" -> {
                context.block(parameters(node.get("parameters")));
                results(node, context);
            }
            case "block", "if_statement", "for_statement", "expression_switch_statement", "type_switch_statement", "select_statement", "expression_case",
                    "default_case", "communication_case" -> context.block();
            case "type_case" -> typeCase(node, context);
            case "short_var_declaration" -> declareAll(names(node.get("left")), node.get("right").withoutComments(), context);
            case "var_spec", "const_spec" -> variables(node, context);
            case "range_clause" -> range(node, context);
            case "call_expression" -> call(node, context);
            case "type_conversion_expression" -> genericCall(node, context);
            case "argument_list", "literal_element" -> node.children().forEach(argument -> reference(argument, context));
            default -> { }
        }
    }

    private static void readImport(SyntaxNode node, ParseContext context) {
        String module = node.get("path").text().replaceAll("[\"`]", "");
        SyntaxNode name = node.get("name");
        switch (node.get("path").exists() ? name.type() : "blank") {
            case "" -> {
                String plain = module.replaceFirst("/v\\d+$", "");
                context.importing(plain.substring(plain.lastIndexOf('/') + 1), module, "");
            }
            case "dot" -> context.importing("*", module, "*");
            case "blank_identifier" -> context.importing("", module, "");
            case "blank" -> { }
            default -> context.importing(name.text(), module, "");
        }
    }

    private static void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        SyntaxNode type = node.get("type");
        if (!name.exists()) {
            return;
        }
        Draft draft = context.open(SymbolKind.TYPE, name.text(), name.text(), "", new Parameters(), node, name);
        if (node.is("type_alias")) {
            draft.supertype(simple(type));
        }
        for (SyntaxNode fields : type.children("field_declaration_list")) {
            for (SyntaxNode field : fields.children("field_declaration")) {
                String of = simple(field.get("type"));
                field.fields("name").forEach(one -> draft.member(one.text(), of));
                if (field.fields("name").isEmpty()) {
                    draft.supertype(of);
                    draft.member(of.substring(of.lastIndexOf('.') + 1), of);
                }
            }
        }
        if (type.is("interface_type")) {
            type.children("method_elem").stream().filter(method -> method.get("name").exists())
                    .forEach(method -> draft.member(method.get("name").text() + "()", result(method).isEmpty() ? "void" : result(method)));
            type.children("type_elem").stream().filter(element -> element.children().size() == 1 && element.first().is("type_identifier", "qualified_type"))
                    .forEach(element -> draft.supertype(simple(element.first())));
        }
    }

    private static void interfaceMethod(SyntaxNode node, ParseContext context) {
        Draft type = context.definition();
        SyntaxNode name = node.get("name");
        if (name.exists() && type != null && type.isType()) {
            context.open(SymbolKind.METHOD, name.text(), parameters(node.get("parameters")), node, name).returns(result(node));
        }
    }

    private static void function(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (!name.exists()) {
            return;
        }
        Parameters parameters = parameters(node.get("parameters"));
        SyntaxNode receiver = node.get("receiver");
        if (node.is("function_declaration")) {
            context.open(SymbolKind.FUNCTION, name.text(), parameters, node, name).returns(result(node));
        } else {
            String owner = simple(receiver.first("parameter_declaration").get("type"));
            context.open(SymbolKind.METHOD, name.text(), owner.isEmpty() ? name.text() : owner + "." + name.text(), owner, parameters, node, name)
                    .returns(result(node));
        }
        parameters(receiver).variables().forEach(context::declare);
        results(node, context);
    }

    private static void results(SyntaxNode function, ParseContext context) {
        parameters(function.get("result")).variables().forEach(context::declare);
    }

    /** Returns the type of the first result. */
    private static String result(SyntaxNode function) {
        SyntaxNode result = function.get("result");
        return simple(result.is("parameter_list") ? result.first().get("type") : result);
    }

    private static Parameters parameters(SyntaxNode list) {
        Parameters parameters = new Parameters();
        for (SyntaxNode parameter : list.children("parameter_declaration", "variadic_parameter_declaration")) {
            SyntaxNode type = parameter.get("type");
            boolean rest = parameter.is("variadic_parameter_declaration");
            for (int i = 0; i < Math.max(1, parameter.fields("name").size()); i++) {
                if (rest) {
                    parameters.addRest("..." + type.text());
                } else {
                    parameters.add(type.text(), false);
                }
            }
            parameter.fields("name").forEach(name -> parameters.declare(name.text(), Variable.of((rest ? "[]" : "") + simple(type))));
        }
        return parameters;
    }

    private static void typeCase(SyntaxNode node, ParseContext context) {
        context.block();
        List<SyntaxNode> types = node.fields("type");
        names(node.parent().get("alias")).forEach(name -> context.declare(name, Variable.of(types.size() == 1 ? simple(types.get(0)) : "")));
    }

    private static List<String> names(SyntaxNode expressions) {
        return expressions.children("identifier").stream().map(SyntaxNode::text).toList();
    }

    private static void declareAll(List<String> names, List<SyntaxNode> values, ParseContext context) {
        List<Variable> variables = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            boolean alone = values.size() == names.size() || i == 0 && values.size() == 1;
            variables.add(alone ? Variable.of(operand(values.get(i), context)) : Variable.UNKNOWN);
        }
        for (int i = 0; i < names.size(); i++) {
            Variable before = context.variable(names.get(i));
            if (!names.get(i).equals("_") && (before == null || !variables.get(i).equals(Variable.UNKNOWN))) {
                context.declare(names.get(i), variables.get(i));
            } else if (before != null) {
                context.declare(names.get(i), names.get(i).equals("err") ? before : Variable.UNKNOWN);
            }
        }
    }

    private static void variables(SyntaxNode node, ParseContext context) {
        List<String> names = node.fields("name").stream().map(SyntaxNode::text).toList();
        if (node.get("type").exists()) {
            names.forEach(name -> context.declare(name, Variable.of(simple(node.get("type")))));
        } else {
            declareAll(names, node.get("value").withoutComments(), context);
        }
    }

    private static void range(SyntaxNode node, ParseContext context) {
        List<String> names = names(node.get("left"));
        String of = operand(node.get("right"), context).type();
        for (int i = 0; i < names.size(); i++) {
            context.declare(names.get(i), i == 1 ? Variable.of(element(of)) : Variable.UNKNOWN);
        }
    }

    private static String element(String container) {
        return container.startsWith("[]") ? container.substring(2) : container.startsWith("map[]") ? container.substring(5) : "";
    }

    private static void call(SyntaxNode node, ParseContext context) {
        SyntaxNode function = node.get("function").inmost(at -> at.is("index_expression") ? at.get("operand")
                : at.is("parenthesized_expression") ? at.first() : at);
        if (function.is("identifier")) {
            if (context.variable(function.text()) == null) {
                context.call(function, function.text(), arguments(node, context), Operand.NONE);
            }
        } else if (function.is("selector_expression") && function.get("operand").exists()) {
            context.call(function.get("field"), function.get("field").text(), arguments(node, context), operand(function.get("operand"), context));
        }
    }

    private static Arguments arguments(SyntaxNode call, ParseContext context) {
        List<SyntaxNode> arguments = call.get("arguments").withoutComments();
        boolean open = arguments.stream().anyMatch(argument -> argument.is("variadic_argument")) || arguments.size() == 1
                && arguments.get(0).is("call_expression");
        return Arguments.of(arguments, open, argument -> operand(argument, context));
    }

    /** Recognizes a call with type arguments, which looks like a conversion. */
    private static void genericCall(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("type").is("generic_type") ? node.get("type").get("type") : SyntaxNode.NONE;
        String written = simple(name);
        int dot = written.lastIndexOf('.');
        context.call(name, written.substring(dot + 1), Arguments.OPEN, dot < 0 ? Operand.NONE : new Operand(written.substring(0, dot), ""));
    }

    private static void reference(SyntaxNode argument, ParseContext context) {
        if (argument.is("identifier") && context.variable(argument.text()) == null) {
            boolean key = argument.parentIs("literal_element") && argument.parent().field().equals("key");
            if (!key && !CONSTANTS.contains(argument.text())) {
                context.reference(argument, argument.text(), Operand.NONE);
            }
        } else if (argument.is("selector_expression") && argument.get("operand").is("identifier")) {
            Operand on = operand(argument.get("operand"), context);
            if (!on.receiver().equals("?") && !on.receiver().endsWith("()")) {
                context.reference(argument.get("field"), argument.get("field").text(), on);
            }
        }
    }

    private static Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = expression.inmost(outer -> switch (outer.type()) {
            case "parenthesized_expression" -> outer.first();
            case "unary_expression" -> outer.get("operand");
            default -> outer;
        });
        return switch (at.type()) {
            case "identifier" -> Operand.named(at.text(), context.variable(at.text()));
            case "selector_expression" -> selector(at, context);
            case "call_expression" -> result(at, context);
            case "composite_literal", "type_assertion_expression", "type_conversion_expression" -> Operand.of(simple(at.get("type")));
            case "index_expression" -> at.get("operand").is("identifier", "selector_expression")
                    ? Operand.of(element(operand(at.get("operand"), context).type())) : Operand.UNKNOWN;
            case "interpreted_string_literal", "raw_string_literal" -> Operand.of("string");
            case "int_literal" -> Operand.of("int");
            case "float_literal" -> Operand.of("float64");
            case "true", "false" -> Operand.of("bool");
            default -> Operand.UNKNOWN;
        };
    }

    private static Operand result(SyntaxNode call, ParseContext context) {
        SyntaxNode function = call.get("function");
        if (!function.is("identifier")) {
            SyntaxNode name = function.is("selector_expression") ? function.get("field") : SyntaxNode.NONE;
            return name.exists() ? new Operand(name.text() + "()", "") : Operand.UNKNOWN;
        }
        if (Set.of("new", "make").contains(function.text()) && call.get("arguments").exists()) {
            return Operand.of(simple(call.get("arguments").firstWithoutComments()));
        }
        return context.variable(function.text()) == null ? new Operand(function.text() + "()", "") : Operand.UNKNOWN;
    }

    private static Operand selector(SyntaxNode selector, ParseContext context) {
        MemberChain chain = MemberChain.of(selector, "selector_expression", "operand", "field", UnaryOperator.identity());
        if (!chain.root().is("identifier")) {
            return Operand.UNKNOWN;
        }
        Operand root = Operand.named(chain.root().text(), context.variable(chain.root().text()));
        String type = root.type();
        for (String field : chain.fields()) {
            Draft owner = type.isEmpty() ? null : context.type(type);
            type = owner == null ? "" : owner.memberType(field);
        }
        return new Operand(chain.of(root).receiver(), type);
    }

    /** Returns a type's name with its package, without pointers and type arguments. */
    private static String simple(SyntaxNode type) {
        SyntaxNode at = type;
        StringBuilder before = new StringBuilder();
        while (at.exists()) {
            switch (at.type()) {
                case "pointer_type", "parenthesized_type", "negated_type" -> at = at.first();
                case "unary_expression" -> at = at.get("operand");
                case "slice_type", "array_type", "implicit_length_array_type" -> {
                    before.append("[]");
                    at = at.get("element");
                }
                case "map_type" -> {
                    before.append("map[]");
                    at = at.get("value");
                }
                case "generic_type" -> at = at.get("type");
                case "type_identifier", "qualified_type", "identifier", "selector_expression" -> {
                    return before + at.text().replaceAll("\\s", "");
                }
                case "interface_type", "struct_type" -> {
                    return before.length() == 0 ? "" : before + "?";
                }
                default -> {
                    return before.length() == 0 ? at.type().replace("_type", "()") : before + "?";
                }
            }
        }
        return "";
    }
}
