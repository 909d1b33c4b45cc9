package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Python. {@code self} and {@code cls} are {@code this}; a constructor is named {@code Type.__init__} in qualified names; a type's name keeps
 * the module that it is written with. A call of something with a capital letter is taken to give an instance of it.
 */
final class PythonReader implements SyntaxReader {

    private static final int DEEPEST_OPERAND = 50;
    private static final Pattern OPTIONAL = Pattern.compile("(?:typing\\.)?(?:Optional|Annotated|Final|ClassVar|Awaitable|Type|type)\\[([^\\[\\],]+)].*");
    private static final Pattern CONTAINER = Pattern.compile("(?:typing\\.|collections\\.abc\\.)?"
            + "(?:list|List|set|Set|Sequence|Iterable|Iterator|Collection|tuple|Tuple|frozenset|deque)\\[([^\\[\\],]+)(?:,\\s*\\.\\.\\.)?]");
    private static final Pattern NAME = Pattern.compile("[\\w.]+");
    private static final Set<String> COMPREHENSIONS = Set.of("list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression");

    @Override
    public void enter(SyntaxNode node, ParseContext context) {
        if (COMPREHENSIONS.contains(node.type())) {
            context.block();
            node.children("for_in_clause").forEach(clause -> forTargets(clause, context));
            return;
        }
        switch (node.type()) {
            case "module" -> module(node, context);
            case "import_statement" -> readImports(node, context);
            case "import_from_statement" -> readMembers(node, context);
            case "class_definition" -> type(node, context);
            case "function_definition" -> function(node, context);
            case "lambda" -> lambda(node, context);
            case "assignment" -> assignment(node, context);
            case "named_expression" -> {
                if (node.get("name") != null && node.get("value") != null) {
                    context.declare(node.get("name").text(), Variable.of(operand(node.get("value"), context)));
                }
            }
            case "for_statement" -> forTargets(node, context);
            case "as_pattern" -> asPattern(node, context);
            case "call" -> call(node, context);
            case "decorator" -> node.children().forEach(child -> reference(child, context));
            case "argument_list" -> {
                if (!node.parentIs("class_definition")) {
                    node.children().forEach(child -> reference(child, context));
                }
            }
            case "keyword_argument", "pair" -> reference(node.get("value"), context);
            case "list", "tuple" -> node.children().forEach(child -> reference(child, context));
            default -> { }
        }
    }

    /** What the file's own variables hold, since functions above may use them. */
    private static void module(SyntaxNode node, ParseContext context) {
        node.children("import_statement").forEach(found -> readImports(found, context));
        node.children("import_from_statement").forEach(found -> readMembers(found, context));
        for (SyntaxNode statement : node.children("expression_statement")) {
            for (SyntaxNode assignment : statement.children("assignment")) {
                SyntaxNode left = assignment.get("left");
                if (left != null && left.is("identifier") && !context.imports(left.text())) {
                    context.declare(left.text(), value(assignment, context));
                }
            }
        }
        context.imports().clear();
    }

    private static void readImports(SyntaxNode node, ParseContext context) {
        for (SyntaxNode name : node.fields("name")) {
            SyntaxNode module = name.is("aliased_import") ? name.get("name") : name;
            SyntaxNode alias = name.is("aliased_import") ? name.get("alias") : name;
            if (module != null && alias != null) {
                context.importing(alias.text(), module.text(), "");
            }
        }
    }

    private static void readMembers(SyntaxNode node, ParseContext context) {
        SyntaxNode module = node.get("module_name");
        if (module == null) {
            return;
        }
        String from = module.text().replaceAll("\\s", "");
        if (node.first("wildcard_import") != null) {
            context.importing("*", from, "*");
        }
        for (SyntaxNode name : node.fields("name")) {
            SyntaxNode member = name.is("aliased_import") ? name.get("name") : name;
            SyntaxNode alias = name.is("aliased_import") ? name.get("alias") : name;
            if (member != null && alias != null) {
                context.importing(alias.text(), from, member.text());
            }
        }
    }

    private static void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name == null) {
            return;
        }
        Draft draft = context.open(SymbolKind.TYPE, name.text(), new Parameters(), node, name);
        if (node.get("superclasses") != null) {
            node.get("superclasses").children("identifier", "attribute", "subscript").forEach(base -> draft.supertype(original(simple(base), context)));
        }
    }

    private static void function(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name == null) {
            return;
        }
        Draft around = context.definition();
        boolean isMethod = around != null && around.isType();
        boolean isStatic = decorators(node).contains("staticmethod");
        Parameters parameters = parameters(node.get("parameters"), isMethod && !isStatic, context);
        if (around == null || !isMethod) {
            context.declare(name.text(), Variable.FUNCTION);
        }
        Draft draft;
        if (isMethod && name.text().equals("__init__")) {
            draft = context.open(SymbolKind.CONSTRUCTOR, around.name(), "__init__", parameters, node, name);
        } else {
            draft = context.open(isMethod ? SymbolKind.METHOD : SymbolKind.FUNCTION, name.text(), parameters, node, name);
        }
        String returns = original(simple(node.get("return_type")), context);
        draft.returns(returns.equals("Self") && isMethod ? around.name() : returns);
        if (isMethod && decorators(node).contains("property")) {
            around.member(name.text(), draft.symbol().returns());
        }
    }

    private static List<String> decorators(SyntaxNode function) {
        if (!function.parentIs("decorated_definition")) {
            return List.of();
        }
        return function.parent().children("decorator").stream().map(decorator -> decorator.text().substring(1).strip()).toList();
    }

    private static Parameters parameters(SyntaxNode list, boolean dropsFirst, ParseContext context) {
        Parameters parameters = new Parameters();
        if (list == null) {
            return parameters;
        }
        boolean first = dropsFirst;
        for (SyntaxNode parameter : list.children()) {
            SyntaxNode name = parameter.is("identifier") ? parameter : parameter.get("name") != null ? parameter.get("name") : parameter.first("identifier");
            SyntaxNode type = parameter.get("type");
            switch (parameter.type()) {
                case "identifier", "typed_parameter", "default_parameter", "typed_default_parameter" -> {
                    SyntaxNode splat = parameter.first("list_splat_pattern", "dictionary_splat_pattern");
                    if (splat != null) {
                        parameters.addRest(type == null ? "" : type.text());
                        splat.children("identifier").forEach(rest -> parameters.declare(rest.text(), Variable.UNKNOWN));
                    } else if (name != null && first) {
                        parameters.declare(name.text(), Variable.SELF);
                    } else if (name != null) {
                        parameters.add(type == null ? "" : type.text(), parameter.is("default_parameter", "typed_default_parameter"));
                        parameters.declare(name.text(), Variable.of(original(simple(type), context)));
                    }
                }
                case "list_splat_pattern", "dictionary_splat_pattern" -> {
                    parameters.addRest("");
                    parameter.children("identifier").forEach(rest -> parameters.declare(rest.text(), Variable.UNKNOWN));
                }
                default -> { }
            }
            first = first && parameter.is("comment", "positional_separator");
        }
        return parameters;
    }

    private static void lambda(SyntaxNode node, ParseContext context) {
        SyntaxNode held = node.parentIs("assignment") && node.parent().get("left") != null && node.parent().get("left").is("identifier")
                ? node.parent().get("left") : null;
        Draft around = context.definition();
        boolean isMethod = around != null && around.isType();
        Parameters parameters = parameters(node.get("parameters"), held != null && isMethod, context);
        if (held != null && (around == null || isMethod)) {
            context.open(isMethod ? SymbolKind.METHOD : SymbolKind.FUNCTION, held.text(), parameters, node.parent(), held);
        } else {
            context.block();
            parameters.variables().forEach(context::declare);
        }
    }

    private static void assignment(SyntaxNode node, ParseContext context) {
        SyntaxNode left = node.get("left");
        Draft around = context.definition();
        if (left == null) {
            return;
        }
        if (left.is("identifier")) {
            Variable value = value(node, context);
            if (around != null && around.isType()) {
                around.member(left.text(), value.type());
            } else if (around != null) {
                Variable before = context.variable(left.text());
                context.declare(left.text(), before != null && !before.type().isEmpty() && value.equals(Variable.UNKNOWN) ? before : value);
            }
        } else if (left.is("attribute") && left.get("object") != null && left.get("object").is("identifier")) {
            Draft type = context.enclosingType();
            if (type != null && context.variable(left.get("object").text()) == Variable.SELF) {
                type.member(left.get("attribute").text(), value(node, context).type());
            }
        } else if (left.is("pattern_list", "tuple_pattern", "list_pattern") && around != null) {
            left.children("identifier").forEach(name -> context.declare(name.text(), Variable.UNKNOWN));
        }
    }

    private static Variable value(SyntaxNode assignment, ParseContext context) {
        SyntaxNode right = assignment.get("right");
        if (assignment.get("type") != null) {
            return Variable.of(original(simple(assignment.get("type")), context));
        }
        return right == null ? Variable.UNKNOWN : right.is("lambda") ? Variable.FUNCTION : Variable.of(operand(right, context));
    }

    private static void forTargets(SyntaxNode node, ParseContext context) {
        SyntaxNode left = node.get("left");
        if (left == null) {
            return;
        }
        if (left.is("identifier")) {
            String of = node.get("right") == null ? "" : operand(node.get("right"), context).type();
            context.declare(left.text(), of.endsWith("[]") ? Variable.of(of.substring(0, of.length() - 2)) : Variable.UNKNOWN);
        } else {
            left.children("identifier").forEach(name -> context.declare(name.text(), Variable.UNKNOWN));
        }
    }

    private static void asPattern(SyntaxNode node, ParseContext context) {
        SyntaxNode target = node.get("alias");
        SyntaxNode value = node.children().isEmpty() ? null : node.children().get(0);
        if (target == null || value == null || target.children().size() != 1 || !target.children().get(0).is("identifier")) {
            return;
        }
        boolean caught = node.parentIs("except_clause");
        context.declare(target.text(), caught && value.is("identifier", "attribute") ? Variable.of(original(simple(value), context))
                : caught ? Variable.UNKNOWN : Variable.of(operand(value, context)));
    }

    private static void call(SyntaxNode node, ParseContext context) {
        SyntaxNode function = node.get("function");
        SyntaxNode list = node.get("arguments");
        if (function == null || list == null) {
            return;
        }
        List<SyntaxNode> arguments = list.is("generator_expression") ? List.of(list) : list.children().stream().filter(child -> !child.is("comment")).toList();
        boolean open = arguments.stream().anyMatch(argument -> argument.is("list_splat", "dictionary_splat"));
        List<String> types = new ArrayList<>();
        arguments.forEach(argument -> types.add(operand(argument.is("keyword_argument") ? argument.get("value") : argument, context).argument()));
        int count = open ? -1 : arguments.size();
        if (function.is("identifier")) {
            Variable variable = context.variable(function.text());
            Draft type = context.enclosingType();
            if (variable == Variable.SELF && type != null) {
                context.call(function, type.name(), true, count, types, Operand.NONE);
            } else if ((variable == null || variable.callable()) && !function.text().equals("super")) {
                context.call(function, context.original(function.text()), false, count, types, Operand.NONE);
            }
        } else if (function.is("attribute") && function.get("attribute") != null) {
            Operand receiver = operand(function.get("object"), context);
            Draft type = context.enclosingType();
            if (function.get("attribute").text().equals("__init__") && type != null && !type.firstSupertype().isEmpty()) {
                if (receiver.receiver().equals("super")) {
                    String target = type.firstSupertype();
                    int dot = target.lastIndexOf('.');
                    context.call(function.get("attribute"), target.substring(dot + 1), true, count, types,
                            dot < 0 ? Operand.NONE : new Operand(target.substring(0, dot), ""));
                }
                return;
            }
            context.call(function.get("attribute"), function.get("attribute").text(), false, count, types, receiver);
        }
    }

    private static void reference(SyntaxNode node, ParseContext context) {
        if (node == null) {
            return;
        }
        if (node.is("identifier")) {
            Variable variable = context.variable(node.text());
            if ((variable == null || variable.callable()) && !isTypeName(node.text())) {
                context.mention(node, context.original(node.text()));
            }
        } else if (node.is("attribute") && node.get("object") != null && node.get("object").is("identifier") && node.get("attribute") != null) {
            String on = node.get("object").text();
            Variable variable = context.variable(on);
            Draft type = context.enclosingType();
            boolean own = variable == Variable.SELF && type != null && type.memberType(node.get("attribute").text()).isEmpty();
            if (own || variable == null && context.imports(on)) {
                context.reference(node.get("attribute"), node.get("attribute").text(), operand(node.get("object"), context));
            }
        }
    }

    private static Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = expression;
        for (int depth = 0; at != null && depth < DEEPEST_OPERAND; depth++) {
            switch (at.type()) {
                case "parenthesized_expression", "await" -> at = at.children().stream().filter(child -> !child.is("comment")).findFirst().orElse(null);
                case "named_expression" -> at = at.get("value");
                case "conditional_expression", "boolean_operator" -> at = at.children().isEmpty() ? null : at.children().get(0);
                case "identifier" -> {
                    Variable variable = context.variable(at.text());
                    return Operand.named(variable == null ? context.original(at.text()) : at.text(), variable);
                }
                case "attribute" -> {
                    return attribute(at, context);
                }
                case "call" -> {
                    return result(at, context);
                }
                case "subscript" -> {
                    SyntaxNode of = at.get("value");
                    String type = of != null && of.is("identifier", "attribute") ? operand(of, context).type() : "";
                    return type.endsWith("[]") ? Operand.of(type.substring(0, type.length() - 2)) : Operand.UNKNOWN;
                }
                case "string", "concatenated_string" -> {
                    return Operand.of("str");
                }
                case "integer" -> {
                    return Operand.of("int");
                }
                case "float" -> {
                    return Operand.of("float");
                }
                case "true", "false", "comparison_operator", "not_operator" -> {
                    return Operand.of("bool");
                }
                case "list", "list_comprehension" -> {
                    return Operand.of("list");
                }
                case "dictionary", "dictionary_comprehension" -> {
                    return Operand.of("dict");
                }
                case "set", "set_comprehension" -> {
                    return Operand.of("set");
                }
                case "tuple", "expression_list" -> {
                    return Operand.of("tuple");
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
        if (function == null || !function.is("identifier", "attribute")) {
            return Operand.UNKNOWN;
        }
        if (function.is("attribute")) {
            SyntaxNode name = function.get("attribute");
            if (name == null) {
                return Operand.UNKNOWN;
            }
            boolean module = function.get("object") != null && function.get("object").is("identifier")
                    && context.variable(function.get("object").text()) == null;
            return isTypeName(name.text()) && module ? Operand.of(function.text().replaceAll("\\s", "")) : new Operand(name.text() + "()", "");
        }
        String name = function.text();
        Variable variable = context.variable(name);
        if (name.equals("super")) {
            return new Operand("super", "");
        }
        if (variable == Variable.SELF) {
            return new Operand("this", "");
        }
        if (variable != null && !variable.callable()) {
            return Operand.UNKNOWN;
        }
        return isTypeName(name) ? Operand.of(context.original(name)) : new Operand(context.original(name) + "()", "");
    }

    private static boolean isTypeName(String name) {
        String bare = name.replaceFirst("^_+", "");
        return !bare.isEmpty() && Character.isUpperCase(bare.charAt(0));
    }

    private static Operand attribute(SyntaxNode attribute, ParseContext context) {
        List<String> fields = new ArrayList<>();
        SyntaxNode at = attribute;
        while (at != null && at.is("attribute")) {
            if (at.get("attribute") == null || fields.size() > DEEPEST_OPERAND) {
                return Operand.UNKNOWN;
            }
            fields.add(0, at.get("attribute").text());
            at = at.get("object");
        }
        if (at == null || !at.is("identifier")) {
            return Operand.UNKNOWN;
        }
        Variable variable = context.variable(at.text());
        Operand operand = Operand.named(variable == null ? context.original(at.text()) : at.text(), variable);
        for (String field : fields) {
            operand = operand.member(field);
        }
        if (variable == Variable.SELF && fields.size() == 1 && context.enclosingType() != null) {
            return new Operand(operand.receiver(), context.enclosingType().memberType(fields.get(0)));
        }
        return operand;
    }

    private static String original(String type, ParseContext context) {
        return type.contains(".") || type.endsWith("[]") ? type : context.original(type);
    }

    /** The one type that an annotation names, apart from None; {@code Type[]} for a list or the like of it. */
    private static String simple(SyntaxNode annotation) {
        if (annotation == null) {
            return "";
        }
        String text = annotation.text().replaceAll("[\"'\\s]", "");
        Matcher optional = OPTIONAL.matcher(text);
        text = optional.matches() ? optional.group(1) : text;
        Matcher container = CONTAINER.matcher(text);
        if (container.matches()) {
            String element = container.group(1);
            return NAME.matcher(element).matches() ? element + "[]" : "list";
        }
        List<String> types = List.of(text.split("\\|")).stream().filter(type -> !type.equals("None")).toList();
        if (types.size() != 1) {
            return text.equals("None") ? "None" : "";
        }
        String name = types.get(0).replaceFirst("\\[.*", "");
        return NAME.matcher(name).matches() ? name : "";
    }
}
