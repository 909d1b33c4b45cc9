package dev.caravan.intelligence.code;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Python. {@code self} and {@code cls} become {@code this}. A constructor is {@code Type.__init__} in qualified names. Type names keep their
 * written module. A call of a capitalized name counts as making an instance of it.
 */
final class PythonReader implements SyntaxReader {

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
                if (node.get("value").exists()) {
                    context.declare(node.get("name"), Variable.of(operand(node.get("value"), context)));
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

    /** Reads the module's variables first, since functions above them may use them. */
    private static void module(SyntaxNode node, ParseContext context) {
        node.children("import_statement").forEach(found -> readImports(found, context));
        node.children("import_from_statement").forEach(found -> readMembers(found, context));
        for (SyntaxNode statement : node.children("expression_statement")) {
            for (SyntaxNode assignment : statement.children("assignment")) {
                SyntaxNode left = assignment.get("left");
                if (left.is("identifier") && !context.imports(left.text())) {
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
            if (module.exists() && alias.exists()) {
                context.importing(alias.text(), module.text(), "");
            }
        }
    }

    private static void readMembers(SyntaxNode node, ParseContext context) {
        SyntaxNode module = node.get("module_name");
        if (!module.exists()) {
            return;
        }
        String from = module.text().replaceAll("\\s", "");
        if (node.first("wildcard_import").exists()) {
            context.importing("*", from, "*");
        }
        for (SyntaxNode name : node.fields("name")) {
            SyntaxNode member = name.is("aliased_import") ? name.get("name") : name;
            SyntaxNode alias = name.is("aliased_import") ? name.get("alias") : name;
            if (member.exists() && alias.exists()) {
                context.importing(alias.text(), from, member.text());
            }
        }
    }

    private static void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name.exists()) {
            Draft draft = context.open(SymbolKind.TYPE, name.text(), new Parameters(), node, name);
            node.get("superclasses").children("identifier", "attribute", "subscript").forEach(base -> draft.supertype(original(simple(base), context)));
        }
    }

    private static void function(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (!name.exists()) {
            return;
        }
        Draft around = context.definition();
        boolean isMethod = around != null && around.isType();
        boolean isStatic = decorators(node).contains("staticmethod");
        Parameters parameters = parameters(node.get("parameters"), isMethod && !isStatic, context);
        if (!isMethod) {
            context.declare(name, Variable.FUNCTION);
        }
        Draft draft = isMethod && name.text().equals("__init__")
                ? context.open(SymbolKind.CONSTRUCTOR, around.name(), "__init__", parameters, node, name)
                : context.open(isMethod ? SymbolKind.METHOD : SymbolKind.FUNCTION, name.text(), parameters, node, name);
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
        boolean first = dropsFirst;
        for (SyntaxNode parameter : list.children()) {
            SyntaxNode name = parameter.is("identifier") ? parameter : parameter.get("name").exists() ? parameter.get("name") : parameter.first("identifier");
            SyntaxNode type = parameter.get("type");
            switch (parameter.type()) {
                case "identifier", "typed_parameter", "default_parameter", "typed_default_parameter" -> {
                    SyntaxNode splat = parameter.first("list_splat_pattern", "dictionary_splat_pattern");
                    if (splat.exists()) {
                        parameters.addRest(type.text());
                        splat.children("identifier").forEach(rest -> parameters.declare(rest.text(), Variable.UNKNOWN));
                    } else if (name.exists() && first) {
                        parameters.declare(name.text(), Variable.SELF);
                    } else if (name.exists()) {
                        parameters.add(type.text(), parameter.is("default_parameter", "typed_default_parameter"));
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
        boolean held = node.parentIs("assignment") && node.parent().get("left").is("identifier");
        Draft around = context.definition();
        boolean isMethod = around != null && around.isType();
        Parameters parameters = parameters(node.get("parameters"), held && isMethod, context);
        if (held && (around == null || isMethod)) {
            SyntaxNode name = node.parent().get("left");
            context.open(isMethod ? SymbolKind.METHOD : SymbolKind.FUNCTION, name.text(), parameters, node.parent(), name);
        } else {
            context.block(parameters);
        }
    }

    private static void assignment(SyntaxNode node, ParseContext context) {
        SyntaxNode left = node.get("left");
        Draft around = context.definition();
        if (left.is("identifier")) {
            Variable value = value(node, context);
            if (around != null && around.isType()) {
                around.member(left.text(), value.type());
            } else if (around != null) {
                Variable before = context.variable(left.text());
                context.declare(left.text(), before != null && !before.type().isEmpty() && value.equals(Variable.UNKNOWN) ? before : value);
            }
        } else if (left.is("attribute") && left.get("object").is("identifier")) {
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
        if (assignment.get("type").exists()) {
            return Variable.of(original(simple(assignment.get("type")), context));
        }
        return right.is("lambda") ? Variable.FUNCTION : Variable.of(operand(right, context));
    }

    private static void forTargets(SyntaxNode node, ParseContext context) {
        SyntaxNode left = node.get("left");
        if (left.is("identifier")) {
            String of = operand(node.get("right"), context).type();
            context.declare(left, of.endsWith("[]") ? Variable.of(of.substring(0, of.length() - 2)) : Variable.UNKNOWN);
        } else {
            left.children("identifier").forEach(name -> context.declare(name.text(), Variable.UNKNOWN));
        }
    }

    private static void asPattern(SyntaxNode node, ParseContext context) {
        SyntaxNode target = node.get("alias");
        SyntaxNode value = node.first();
        if (target.children().size() == 1 && target.first().is("identifier")) {
            boolean caught = node.parentIs("except_clause");
            context.declare(target, caught && value.is("identifier", "attribute") ? Variable.of(original(simple(value), context))
                    : caught ? Variable.UNKNOWN : Variable.of(operand(value, context)));
        }
    }

    private static void call(SyntaxNode node, ParseContext context) {
        SyntaxNode function = node.get("function");
        SyntaxNode list = node.get("arguments");
        if (!list.exists()) {
            return;
        }
        List<SyntaxNode> written = list.is("generator_expression") ? List.of(list) : list.withoutComments();
        Arguments arguments = Arguments.of(written, written.stream().anyMatch(argument -> argument.is("list_splat", "dictionary_splat")),
                argument -> operand(argument.is("keyword_argument") ? argument.get("value") : argument, context));
        Draft type = context.enclosingType();
        if (function.is("identifier")) {
            Variable variable = context.variable(function.text());
            if (variable == Variable.SELF && type != null) {
                context.construct(function, type.name(), arguments, Operand.NONE);
            } else if ((variable == null || variable.callable()) && !function.text().equals("super")) {
                context.call(function, context.original(function.text()), arguments, Operand.NONE);
            }
        } else if (function.is("attribute")) {
            SyntaxNode name = function.get("attribute");
            Operand receiver = operand(function.get("object"), context);
            if (!name.text().equals("__init__") || type == null || type.firstSupertype().isEmpty()) {
                context.call(name, name.text(), arguments, receiver);
            } else if (receiver.receiver().equals("super")) {
                context.construct(name, type.firstSupertype(), arguments);
            }
        }
    }

    private static void reference(SyntaxNode node, ParseContext context) {
        if (node.is("identifier")) {
            Variable variable = context.variable(node.text());
            if ((variable == null || variable.callable()) && !isTypeName(node.text())) {
                context.mention(node, context.original(node.text()));
            }
        } else if (node.is("attribute") && node.get("object").is("identifier") && node.get("attribute").exists()) {
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
        SyntaxNode at = expression.inmost(outer -> switch (outer.type()) {
            case "parenthesized_expression", "await" -> outer.firstWithoutComments();
            case "named_expression" -> outer.get("value");
            case "conditional_expression", "boolean_operator" -> outer.first();
            default -> outer;
        });
        return switch (at.type()) {
            case "identifier" -> variable(at, context);
            case "attribute" -> attribute(at, context);
            case "call" -> result(at, context);
            case "subscript" -> {
                String type = at.get("value").is("identifier", "attribute") ? operand(at.get("value"), context).type() : "";
                yield type.endsWith("[]") ? Operand.of(type.substring(0, type.length() - 2)) : Operand.UNKNOWN;
            }
            case "string", "concatenated_string" -> Operand.of("str");
            case "integer" -> Operand.of("int");
            case "float" -> Operand.of("float");
            case "true", "false", "comparison_operator", "not_operator" -> Operand.of("bool");
            case "list", "list_comprehension" -> Operand.of("list");
            case "dictionary", "dictionary_comprehension" -> Operand.of("dict");
            case "set", "set_comprehension" -> Operand.of("set");
            case "tuple", "expression_list" -> Operand.of("tuple");
            default -> Operand.UNKNOWN;
        };
    }

    private static Operand variable(SyntaxNode name, ParseContext context) {
        Variable variable = context.variable(name.text());
        return Operand.named(variable == null ? context.original(name.text()) : name.text(), variable);
    }

    private static Operand result(SyntaxNode call, ParseContext context) {
        SyntaxNode function = call.get("function");
        if (function.is("attribute")) {
            String name = function.get("attribute").text();
            boolean module = function.get("object").is("identifier") && context.variable(function.get("object").text()) == null;
            return isTypeName(name) && module ? Operand.of(function.text().replaceAll("\\s", "")) : new Operand(name + "()", "");
        }
        String name = function.text();
        Variable variable = context.variable(name);
        if (name.equals("super") || variable == Variable.SELF) {
            return new Operand(name.equals("super") ? "super" : "this", "");
        }
        if (!function.is("identifier") || variable != null && !variable.callable()) {
            return Operand.UNKNOWN;
        }
        return isTypeName(name) ? Operand.of(context.original(name)) : new Operand(context.original(name) + "()", "");
    }

    private static boolean isTypeName(String name) {
        String bare = name.replaceFirst("^_+", "");
        return !bare.isEmpty() && Character.isUpperCase(bare.charAt(0));
    }

    private static Operand attribute(SyntaxNode attribute, ParseContext context) {
        MemberChain chain = MemberChain.of(attribute, "attribute", "object", "attribute", UnaryOperator.identity());
        if (!chain.root().is("identifier")) {
            return Operand.UNKNOWN;
        }
        return context.variable(chain.root().text()) == Variable.SELF ? chain.ofThis(context) : chain.of(variable(chain.root(), context));
    }

    private static String original(String type, ParseContext context) {
        return type.contains(".") || type.endsWith("[]") ? type : context.original(type);
    }

    /** Returns the only type that an annotation names, None aside; {@code Type[]} for lists and similar types. */
    private static String simple(SyntaxNode annotation) {
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
