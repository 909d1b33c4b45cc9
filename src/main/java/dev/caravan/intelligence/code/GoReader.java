package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Go. A type's name keeps the package that it is written with, {@code []} and {@code map[]} stand before the type of elements.
 * An interface lists its methods among its members, as {@code Name():Type}. Composite literals and conversions are no calls.
 */
final class GoReader implements SyntaxReader {

    private static final int DEEPEST_OPERAND = 50;

    @Override
    public void enter(SyntaxNode node, ParseContext context) {
        switch (node.type()) {
            case "source_file" -> node.children("var_declaration").forEach(declaration -> {
                declaration.children("var_spec").forEach(variable -> variables(variable, context));
                declaration.children("var_spec_list").forEach(list -> list.children("var_spec").forEach(variable -> variables(variable, context)));
            });
            case "package_clause" -> context.module(node.children().isEmpty() ? "" : node.children().get(0).text());
            case "import_spec" -> readImport(node, context);
            case "type_spec", "type_alias" -> type(node, context);
            case "method_elem" -> interfaceMethod(node, context);
            case "function_declaration", "method_declaration" -> function(node, context);
            case "func_literal" -> {
                context.block();
                parameters(node.get("parameters")).variables().forEach(context::declare);
                results(node.get("result"), context);
            }
            case "block", "if_statement", "for_statement", "expression_switch_statement", "type_switch_statement", "select_statement", "expression_case",
                    "default_case",
                    "communication_case" -> context.block();
            case "type_case" -> typeCase(node, context);
            case "short_var_declaration" -> declareAll(names(node.get("left")), values(node.get("right")), context);
            case "var_spec", "const_spec" -> variables(node, context);
            case "range_clause" -> range(node, context);
            case "call_expression" -> call(node, context);
            case "type_conversion_expression" -> genericCall(node, context);
            case "argument_list", "literal_element" -> node.children().forEach(argument -> reference(argument, context));
            default -> { }
        }
    }

    private static void readImport(SyntaxNode node, ParseContext context) {
        SyntaxNode path = node.get("path");
        if (path == null) {
            return;
        }
        String module = path.text().replaceAll("[\"`]", "");
        SyntaxNode name = node.get("name");
        if (name == null) {
            String plain = module.replaceFirst("/v\\d+$", "");
            context.importing(plain.substring(plain.lastIndexOf('/') + 1), module, "");
        } else if (name.is("dot")) {
            context.importing("*", module, "*");
        } else {
            context.importing(name.is("blank_identifier") ? "" : name.text(), module, "");
        }
    }

    private static void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        SyntaxNode type = node.get("type");
        if (name == null) {
            return;
        }
        Draft draft = context.open(SymbolKind.TYPE, name.text(), name.text(), "", new Parameters(), node, name);
        if (type == null) {
            return;
        }
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
            type.children("method_elem").stream().filter(method -> method.get("name") != null)
                    .forEach(method -> draft.member(method.get("name").text() + "()", result(method).isEmpty() ? "void" : result(method)));
            type.children("type_elem").stream().filter(element -> element.children().size() == 1
                    && element.children().get(0).is("type_identifier", "qualified_type"))
                    .forEach(element -> draft.supertype(simple(element.children().get(0))));
        }
    }

    private static void interfaceMethod(SyntaxNode node, ParseContext context) {
        Draft type = context.definition();
        SyntaxNode name = node.get("name");
        if (name != null && type != null && type.isType()) {
            context.open(SymbolKind.METHOD, name.text(), parameters(node.get("parameters")), node, name).returns(result(node));
        }
    }

    private static void function(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name == null) {
            return;
        }
        Parameters parameters = parameters(node.get("parameters"));
        Parameters receiver = parameters(node.get("receiver"));
        if (node.is("function_declaration")) {
            context.open(SymbolKind.FUNCTION, name.text(), parameters, node, name).returns(result(node));
        } else {
            SyntaxNode declared = node.get("receiver") == null ? null : node.get("receiver").first("parameter_declaration");
            String owner = simple(declared == null ? null : declared.get("type"));
            context.open(SymbolKind.METHOD, name.text(), owner.isEmpty() ? name.text() : owner + "." + name.text(), owner, parameters, node,
                    name).returns(result(node));
        }
        receiver.variables().forEach(context::declare);
        results(node.get("result"), context);
    }

    private static void results(SyntaxNode result, ParseContext context) {
        if (result != null && result.is("parameter_list")) {
            parameters(result).variables().forEach(context::declare);
        }
    }

    /** The type of the first result. */
    private static String result(SyntaxNode function) {
        SyntaxNode result = function.get("result");
        if (result != null && result.is("parameter_list")) {
            return result.children().isEmpty() ? "" : simple(result.children().get(0).get("type"));
        }
        return simple(result);
    }

    private static Parameters parameters(SyntaxNode list) {
        Parameters parameters = new Parameters();
        if (list == null) {
            return parameters;
        }
        for (SyntaxNode parameter : list.children("parameter_declaration", "variadic_parameter_declaration")) {
            SyntaxNode type = parameter.get("type");
            boolean rest = parameter.is("variadic_parameter_declaration");
            String written = type == null ? "" : type.text();
            for (int i = 0; i < Math.max(1, parameter.fields("name").size()); i++) {
                if (rest) {
                    parameters.addRest("..." + written);
                } else {
                    parameters.add(written, false);
                }
            }
            parameter.fields("name").forEach(name -> parameters.declare(name.text(), Variable.of((rest ? "[]" : "") + simple(type))));
        }
        return parameters;
    }

    private static void typeCase(SyntaxNode node, ParseContext context) {
        context.block();
        SyntaxNode alias = node.parent().get("alias");
        List<SyntaxNode> types = node.fields("type");
        names(alias).forEach(name -> context.declare(name, Variable.of(types.size() == 1 ? simple(types.get(0)) : "")));
    }

    private static List<String> names(SyntaxNode expressions) {
        return expressions == null ? List.of() : expressions.children("identifier").stream().map(SyntaxNode::text).toList();
    }

    private static List<SyntaxNode> values(SyntaxNode expressions) {
        return expressions == null ? List.of() : expressions.children().stream().filter(child -> !child.is("comment")).toList();
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
        if (node.get("type") != null) {
            names.forEach(name -> context.declare(name, Variable.of(simple(node.get("type")))));
        } else {
            declareAll(names, values(node.get("value")), context);
        }
    }

    private static void range(SyntaxNode node, ParseContext context) {
        List<String> names = names(node.get("left"));
        String of = node.get("right") == null ? "" : operand(node.get("right"), context).type();
        for (int i = 0; i < names.size(); i++) {
            context.declare(names.get(i), i == 1 ? Variable.of(element(of)) : Variable.UNKNOWN);
        }
    }

    private static String element(String container) {
        return container.startsWith("[]") ? container.substring(2) : container.startsWith("map[]") ? container.substring(5) : "";
    }

    private static void call(SyntaxNode node, ParseContext context) {
        SyntaxNode function = node.get("function");
        for (int depth = 0; function != null && function.is("parenthesized_expression", "index_expression") && depth < DEEPEST_OPERAND; depth++) {
            function = function.is("index_expression") ? function.get("operand") : function.children().isEmpty() ? null : function.children().get(0);
        }
        if (function == null) {
            return;
        }
        if (function.is("identifier")) {
            if (context.variable(function.text()) == null) {
                call(function, function.text(), Operand.NONE, node.get("arguments"), context);
            }
        } else if (function.is("selector_expression") && function.get("field") != null && function.get("operand") != null) {
            call(function.get("field"), function.get("field").text(), operand(function.get("operand"), context), node.get("arguments"), context);
        }
    }

    /** A call with type arguments looks like a conversion. */
    private static void genericCall(SyntaxNode node, ParseContext context) {
        SyntaxNode type = node.get("type");
        if (type == null || !type.is("generic_type") || type.get("type") == null) {
            return;
        }
        SyntaxNode name = type.get("type");
        String written = simple(name);
        int dot = written.lastIndexOf('.');
        context.call(name, written.substring(dot + 1), false, -1, List.of(), dot < 0 ? Operand.NONE : new Operand(written.substring(0, dot), ""));
    }

    private static void call(SyntaxNode named, String name, Operand receiver, SyntaxNode list, ParseContext context) {
        List<SyntaxNode> arguments = values(list);
        List<String> types = arguments.stream().map(argument -> operand(argument, context).argument()).toList();
        boolean open = arguments.stream().anyMatch(argument -> argument.is("variadic_argument")) || arguments.size() == 1
                && arguments.get(0).is("call_expression");
        context.call(named, name, false, open ? -1 : arguments.size(), types, receiver);
    }

    private static void reference(SyntaxNode argument, ParseContext context) {
        if (argument.is("identifier") && context.variable(argument.text()) == null) {
            boolean key = argument.parentIs("literal_element") && argument.parent().field().equals("key");
            if (!key && !Set.of("nil", "true", "false", "iota").contains(argument.text())) {
                context.reference(argument, argument.text(), Operand.NONE);
            }
        } else if (argument.is("selector_expression") && argument.get("operand") != null && argument.get("operand").is("identifier")
                && argument.get("field") != null) {
            Operand on = operand(argument.get("operand"), context);
            if (!on.receiver().equals("?") && !on.receiver().endsWith("()")) {
                context.reference(argument.get("field"), argument.get("field").text(), on);
            }
        }
    }

    private static Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = expression;
        for (int depth = 0; at != null && depth < DEEPEST_OPERAND; depth++) {
            switch (at.type()) {
                case "parenthesized_expression" -> at = at.children().isEmpty() ? null : at.children().get(0);
                case "unary_expression" -> at = at.get("operand");
                case "identifier" -> {
                    return Operand.named(at.text(), context.variable(at.text()));
                }
                case "selector_expression" -> {
                    return selector(at, context);
                }
                case "call_expression" -> {
                    return result(at, context);
                }
                case "composite_literal", "type_assertion_expression", "type_conversion_expression" -> {
                    return Operand.of(simple(at.get("type")));
                }
                case "index_expression" -> {
                    SyntaxNode of = at.get("operand");
                    return of != null && of.is("identifier", "selector_expression") ? Operand.of(element(operand(of, context).type())) : Operand.UNKNOWN;
                }
                case "interpreted_string_literal", "raw_string_literal" -> {
                    return Operand.of("string");
                }
                case "int_literal" -> {
                    return Operand.of("int");
                }
                case "float_literal" -> {
                    return Operand.of("float64");
                }
                case "true", "false" -> {
                    return Operand.of("bool");
                }
                default -> {
                    return Operand.UNKNOWN;
                }
            }
        }
        return Operand.UNKNOWN;
    }

    private static Operand result(SyntaxNode call, ParseContext context) {
        SyntaxNode function = call.get("function");
        if (function == null) {
            return Operand.UNKNOWN;
        }
        if (function.is("identifier") && Set.of("new", "make").contains(function.text()) && call.get("arguments") != null) {
            return values(call.get("arguments")).stream().findFirst().map(type -> Operand.of(simple(type))).orElse(Operand.UNKNOWN);
        }
        SyntaxNode name = function.is("identifier") ? function : function.is("selector_expression") ? function.get("field") : null;
        boolean held = function.is("identifier") && context.variable(function.text()) != null;
        return name == null || held ? Operand.UNKNOWN : new Operand(name.text() + "()", "");
    }

    private static Operand selector(SyntaxNode selector, ParseContext context) {
        List<String> fields = new ArrayList<>();
        SyntaxNode at = selector;
        while (at != null && at.is("selector_expression")) {
            if (at.get("field") == null || fields.size() > DEEPEST_OPERAND) {
                return Operand.UNKNOWN;
            }
            fields.add(0, at.get("field").text());
            at = at.get("operand");
        }
        if (at == null || !at.is("identifier")) {
            return Operand.UNKNOWN;
        }
        Operand operand = Operand.named(at.text(), context.variable(at.text()));
        String type = operand.type();
        for (String field : fields) {
            operand = operand.member(field);
            String owner = type;
            type = Optional.ofNullable(owner.isEmpty() ? null : context.type(owner)).map(draft -> draft.memberType(field)).orElse("");
        }
        return new Operand(operand.receiver(), type);
    }

    /** A type's name, with its package, without pointers and type arguments. */
    private static String simple(SyntaxNode type) {
        SyntaxNode at = type;
        StringBuilder before = new StringBuilder();
        Set<SyntaxNode> seen = new HashSet<>();
        while (at != null && seen.add(at)) {
            switch (at.type()) {
                case "pointer_type", "parenthesized_type", "negated_type" -> at = at.children().isEmpty() ? null : at.children().get(0);
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
                default -> {
                    return before.length() == 0 ? at.type().equals("interface_type") || at.type().equals("struct_type") ? "" : at.type().replace("_type", "()")
                            : before + "?";
                }
            }
        }
        return "";
    }
}
