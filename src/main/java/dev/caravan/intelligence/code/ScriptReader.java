package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JavaScript and TypeScript, with JSX. Functions held by a variable, a class field or a property of an object that a variable holds are
 * definitions; the latter have the variable as their owner. An export without a name is called {@code default}. A constructor is named
 * {@code Type.constructor} in qualified names. Where a function has overload signatures, each is a definition, and the lines of the one
 * with the body begin with the first of them. An element {@code <Name>} is a call of {@code Name}.
 */
final class ScriptReader implements SyntaxReader {

    private static final int DEEPEST_OPERAND = 50;
    private static final String[] FUNCTIONS = {"arrow_function", "function_expression", "generator_function"};
    private static final String[] CLASSES = {"class_declaration", "abstract_class_declaration", "class"};
    private static final Set<String> BINDINGS = Set.of("call", "apply", "bind");
    private static final Pattern WRAPPED = Pattern.compile("(?:Promise|Readonly|Partial|Required|Awaited|NonNullable)<(.+)>");
    private static final Pattern ARRAY = Pattern.compile("(?:readonly)?(?:Array|ReadonlyArray|Set|Iterable)<([\\w.$]+)>|(?:readonly)?([\\w.$]+)\\[]");
    private static final Pattern NAME = Pattern.compile("[\\w.$]+");

    @Override
    public void enter(SyntaxNode node, ParseContext context) {
        switch (node.type()) {
            case "program" -> node.children().forEach(statement -> fileLevel(statement.is("export_statement") ? statement.get("declaration")
                    : statement, context));
            case "import_statement" -> readImport(node, context);
            case "export_statement" -> export(node, context);
            case "class_declaration", "abstract_class_declaration", "class", "interface_declaration", "enum_declaration", "internal_module", "module",
                    "type_alias_declaration" -> type(node, context);
            case "function_declaration", "generator_function_declaration", "function_signature" -> function(node, node.get("name"), node, context);
            case "arrow_function", "function_expression", "generator_function" -> functionValue(node, context);
            case "method_definition", "method_signature", "abstract_method_signature" -> method(node, context);
            case "object" -> object(node, context);
            case "variable_declarator" -> variable(node, context);
            case "assignment_expression" -> assignment(node, context);
            case "statement_block", "for_statement", "switch_body" -> context.block();
            case "for_in_statement" -> forIn(node, context);
            case "catch_clause" -> {
                context.block();
                declareAll(node.get("parameter"), context);
            }
            case "call_expression" -> call(node, context);
            case "new_expression" -> creation(node, context);
            case "arguments", "array" -> node.children().forEach(argument -> reference(argument, context));
            case "pair" -> reference(node.get("value"), context);
            case "shorthand_property_identifier" -> mention(node, context);
            case "jsx_expression", "decorator" -> node.children().forEach(child -> reference(child, context));
            case "jsx_opening_element", "jsx_self_closing_element" -> element(node, context);
            default -> { }
        }
    }

    /** What the file's own variables hold, since functions above may use them. */
    private void fileLevel(SyntaxNode statement, ParseContext context) {
        if (statement != null && statement.is("lexical_declaration", "variable_declaration")) {
            statement.children("variable_declarator").stream().filter(declarator -> declarator.get("value") == null || !isRequire(declarator.get("value")))
                    .forEach(declarator -> declareVariable(declarator, context));
        }
    }

    private static void readImport(SyntaxNode node, ParseContext context) {
        SyntaxNode clause = node.first("import_clause");
        SyntaxNode require = node.first("import_require_clause");
        if (require != null && require.first("identifier") != null) {
            context.importing(require.first("identifier").text(), unquoted(require.get("source")), "");
        } else if (clause == null && require == null) {
            context.importing("", unquoted(node.get("source")), "");
        }
        if (clause == null) {
            return;
        }
        String module = unquoted(node.get("source"));
        for (SyntaxNode part : clause.children()) {
            switch (part.type()) {
                case "identifier" -> context.importing(part.text(), module, "default");
                case "namespace_import" -> context.importing(part.children().get(0).text(), module, "");
                case "named_imports" -> part.children("import_specifier").stream().filter(specifier -> specifier.get("name") != null).forEach(specifier -> {
                    SyntaxNode name = specifier.get("alias") == null ? specifier.get("name") : specifier.get("alias");
                    context.importing(name.text(), module, unquoted(specifier.get("name")));
                });
                default -> { }
            }
        }
    }

    private static void export(SyntaxNode node, ParseContext context) {
        SyntaxNode source = node.get("source");
        if (source == null) {
            return;
        }
        String module = unquoted(source);
        SyntaxNode clause = node.first("export_clause");
        SyntaxNode namespace = node.first("namespace_export");
        if (clause != null) {
            clause.children("export_specifier").stream().filter(specifier -> specifier.get("name") != null).forEach(specifier -> {
                SyntaxNode name = specifier.get("alias") == null ? specifier.get("name") : specifier.get("alias");
                context.importing(unquoted(name), module, unquoted(specifier.get("name")));
            });
        } else if (namespace != null) {
            context.importing(namespace.children().get(0).text(), module, "");
        } else {
            context.importing("*", module, "*");
        }
    }

    private static String unquoted(SyntaxNode text) {
        return text == null ? "" : text.text().replaceAll("[\"'`]", "");
    }

    private static boolean isRequire(SyntaxNode value) {
        return required(value) != null;
    }

    /** The module that {@code require('…')} loads; null if the expression is something else. */
    private static String required(SyntaxNode value) {
        SyntaxNode call = value != null && value.is("await_expression") && !value.children().isEmpty() ? value.children().get(0) : value;
        if (call == null || !call.is("call_expression") || call.get("function") == null || call.get("arguments") == null) {
            return null;
        }
        boolean loads = call.get("function").is("import") || call.get("function").is("identifier") && call.get("function").text().equals("require");
        SyntaxNode module = call.get("arguments").first("string");
        return loads && module != null ? unquoted(module) : null;
    }

    private void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = nameOf(node);
        if (name == null && !isDefaultExport(node)) {
            if (node.is(CLASSES)) {
                namelessClass(node, context);
            }
            return;
        }
        SyntaxNode named = name == null ? node : name;
        Draft draft = context.open(SymbolKind.TYPE, name == null ? "default" : unquoted(name), new Parameters(), wholeOf(node), named);
        for (SyntaxNode heritage : node.children("class_heritage")) {
            heritage.children("identifier", "member_expression").forEach(base -> draft.supertype(original(base.text(), context)));
            heritage.children("extends_clause").forEach(clause -> clause.fields("value").stream().filter(base -> base.is("identifier", "member_expression"))
                    .forEach(base -> draft.supertype(original(base.text(), context))));
            heritage.children("implements_clause").forEach(clause -> clause.children().forEach(base -> draft.supertype(simple(base, context))));
        }
        node.children("extends_type_clause").forEach(clause -> clause.fields("type").forEach(base -> draft.supertype(simple(base, context))));
        if (node.is("type_alias_declaration") && node.get("value") != null) {
            SyntaxNode value = node.get("value");
            if (value.is("type_identifier", "nested_type_identifier", "generic_type")) {
                draft.supertype(simple(value, context));
            } else if (value.is("intersection_type")) {
                value.children().forEach(part -> draft.supertype(simple(part, context)));
            }
            fields(value, draft, context);
        }
        if (node.get("body") != null) {
            fields(node.get("body"), draft, context);
        }
    }

    private static void namelessClass(SyntaxNode node, ParseContext context) {
        Set<String> own = new HashSet<>();
        if (node.get("body") != null) {
            node.get("body").children("method_definition").stream().filter(method -> method.get("name") != null)
                    .forEach(method -> own.add(method.get("name").text()));
        }
        context.push(LexicalScope.nameless(own, ""));
    }

    private static void fields(SyntaxNode body, Draft draft, ParseContext context) {
        for (SyntaxNode field : body.children("field_definition", "public_field_definition", "property_signature", "method_definition")) {
            SyntaxNode name = field.get("name") == null ? field.get("property") : field.get("name");
            if (field.is("method_definition")) {
                if (name != null && name.text().equals("constructor") && field.get("parameters") != null) {
                    field.get("parameters").children("required_parameter", "optional_parameter").stream()
                            .filter(parameter -> parameter.first("accessibility_modifier") != null || parameter.text().startsWith("readonly "))
                            .filter(parameter -> parameter.get("pattern") != null)
                            .forEach(parameter -> draft.member(parameter.get("pattern").text(), simple(parameter.get("type"), context)));
                }
            } else if (name != null) {
                SyntaxNode type = field.get("type");
                SyntaxNode value = field.get("value");
                draft.member(name.text(), type != null ? simple(type, context) : value != null && value.is("new_expression") ? created(value, context) : "");
            }
        }
        for (SyntaxNode constant : body.children("enum_assignment", "property_identifier")) {
            draft.member(constant.is("enum_assignment") && constant.get("name") != null ? constant.get("name").text() : constant.text(), draft.name());
        }
    }

    /** Of a class that a variable holds, the variable's. */
    private static SyntaxNode nameOf(SyntaxNode type) {
        if (type.is("class") && type.parentIs("variable_declarator") && type.parent().get("name") != null && type.parent().get("name").is("identifier")) {
            return type.parent().get("name");
        }
        return type.get("name");
    }

    private static boolean isDefaultExport(SyntaxNode node) {
        return node.parentIs("export_statement") && node.field().matches("value|declaration");
    }

    private static SyntaxNode wholeOf(SyntaxNode value) {
        return value.parentIs("variable_declarator") && value.field().equals("value") ? value.parent() : value;
    }

    private void function(SyntaxNode node, SyntaxNode name, SyntaxNode whole, ParseContext context) {
        if (name == null) {
            if (isDefaultExport(node)) {
                open(SymbolKind.FUNCTION, "default", node, whole, node, context);
            } else {
                inner(node, context);
            }
            return;
        }
        context.declare(name.text(), Variable.FUNCTION);
        open(SymbolKind.FUNCTION, name.text(), node, whole, name, context);
    }

    private static void inner(SyntaxNode function, ParseContext context) {
        context.block();
        parameters(function, context).variables().forEach(context::declare);
    }

    private static Draft open(SymbolKind kind, String name, SyntaxNode function, SyntaxNode whole, SyntaxNode named, ParseContext context) {
        Draft around = context.definition();
        boolean constructs = kind == SymbolKind.CONSTRUCTOR;
        Parameters parameters = parameters(function, context);
        Draft draft = context.open(kind, constructs ? around.name() : name, constructs ? "constructor" : name, parameters, whole, named);
        return finish(draft, function, around, context);
    }

    private static Draft finish(Draft draft, SyntaxNode function, Draft around, ParseContext context) {
        String returns = simple(function.get("return_type"), context);
        draft.returns(returns.equals("this") && around != null ? around.name() : returns);
        if (!isTyped(function)) {
            draft.takesAtLeast(0);
        }
        if (function.get("body") == null) {
            return draft.withoutBody();
        }
        context.drafts(draft.qualified()).stream().filter(Draft::isWithoutBody).mapToInt(Draft::firstLine).min().ifPresent(draft::beginAt);
        return draft;
    }

    /** JavaScript lets every argument be left out. */
    private static boolean isTyped(SyntaxNode function) {
        return function.get("parameters") != null && function.get("parameters").first("required_parameter", "optional_parameter") != null;
    }

    private void functionValue(SyntaxNode node, ParseContext context) {
        SyntaxNode parent = node.parent();
        Draft around = context.definition();
        switch (parent.type()) {
            case "variable_declarator" -> {
                SyntaxNode name = parent.get("name");
                if (name != null && name.is("identifier")) {
                    function(node, name, parent, context);
                    return;
                }
            }
            case "field_definition", "public_field_definition" -> {
                SyntaxNode name = parent.get("name") == null ? parent.get("property") : parent.get("name");
                if (name != null && around != null && around.isType() && context.nameless() == null) {
                    open(SymbolKind.METHOD, name.text(), node, parent, name, context);
                    return;
                }
            }
            case "pair" -> {
                if (parent.get("key") != null && objectName(parent.parent()) != null) {
                    property(parent.get("key"), objectName(parent.parent()).text(), node, parent, context);
                    return;
                }
            }
            case "assignment_expression" -> {
                if (assigned(node, parent, context)) {
                    return;
                }
            }
            case "export_statement" -> {
                function(node, node.get("name"), node, context);
                return;
            }
            default -> { }
        }
        inner(node, context);
    }

    private static void property(SyntaxNode name, String object, SyntaxNode function, SyntaxNode whole, ParseContext context) {
        Draft around = context.definition();
        String before = around == null ? "" : around.qualified() + ".";
        Draft draft = context.open(SymbolKind.FUNCTION, name.text(), before + object + "." + name.text(), object, parameters(function, context), whole, name);
        finish(draft, function, null, context);
    }

    /** The variable that holds an object literal; null if none does. */
    private static SyntaxNode objectName(SyntaxNode object) {
        SyntaxNode value = object;
        while (value.parentIs("as_expression", "satisfies_expression", "parenthesized_expression")) {
            value = value.parent();
        }
        boolean held = object.is("object") && value.parentIs("variable_declarator") && value.parent().get("name") != null
                && value.parent().get("name").is("identifier");
        return held ? value.parent().get("name") : null;
    }

    private boolean assigned(SyntaxNode function, SyntaxNode assignment, ParseContext context) {
        SyntaxNode left = assignment.get("left");
        if (left == null || !left.is("member_expression") || left.get("property") == null || left.get("object") == null) {
            return false;
        }
        SyntaxNode name = left.get("property");
        String on = left.get("object").text();
        if (left.text().equals("module.exports")) {
            if (function.get("name") != null) {
                open(SymbolKind.FUNCTION, function.get("name").text(), function, assignment, function.get("name"), context);
            } else {
                open(SymbolKind.FUNCTION, "default", function, assignment, name, context);
            }
        } else if (on.equals("exports") || on.equals("module.exports")) {
            open(SymbolKind.FUNCTION, name.text(), function, assignment, name, context);
        } else if (on.equals("this") && context.enclosingType() != null) {
            Draft type = context.enclosingType();
            finish(context.open(SymbolKind.METHOD, name.text(), type.qualified() + "." + name.text(), type.name(), parameters(function, context),
                    assignment, name),
                    function, type, context);
        } else if (on.endsWith(".prototype") || context.definition() == null && left.get("object").is("identifier")) {
            String owner = on.replace(".prototype", "");
            SymbolKind kind = on.endsWith(".prototype") || context.type(owner) != null ? SymbolKind.METHOD : SymbolKind.FUNCTION;
            finish(context.open(kind, name.text(), owner + "." + name.text(), owner, parameters(function, context), assignment, name), function, null, context);
        } else {
            return false;
        }
        return true;
    }

    private void method(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        Draft around = context.definition();
        if (name == null || name.is("computed_property_name") || context.nameless() != null) {
            inner(node, context);
        } else if (node.parentIs("object")) {
            SyntaxNode object = objectName(node.parent());
            if (object == null) {
                inner(node, context);
            } else {
                property(name, object.text(), node, node, context);
            }
        } else if (around != null && around.isType()) {
            boolean constructs = name.text().equals("constructor");
            open(constructs ? SymbolKind.CONSTRUCTOR : SymbolKind.METHOD, name.text(), node, node, name, context);
        }
    }

    /** Calls in a property of an object belong to the definition around it; {@code this} there is the object. */
    private static void object(SyntaxNode node, ParseContext context) {
        context.block();
    }

    private static Parameters parameters(SyntaxNode function, ParseContext context) {
        Parameters parameters = new Parameters();
        SyntaxNode single = function.get("parameter");
        if (single != null) {
            parameters.add("", false);
            parameters.declare(single.text(), Variable.UNKNOWN);
        }
        if (function.get("parameters") == null) {
            return parameters;
        }
        for (SyntaxNode parameter : function.get("parameters").children()) {
            SyntaxNode pattern = parameter.get("pattern") != null ? parameter.get("pattern") : parameter.is("assignment_pattern") ? parameter.get("left")
                    : parameter;
            if (parameter.is("comment", "decorator") || pattern == null || pattern.is("this")) {
                continue;
            }
            SyntaxNode type = parameter.get("type");
            String written = type == null ? "" : type.text().replaceFirst("^:\\s*", "");
            if (pattern.is("rest_pattern")) {
                parameters.addRest(written.isEmpty() ? "" : "..." + written);
            } else {
                parameters.add(written, parameter.is("optional_parameter", "assignment_pattern") || parameter.get("value") != null);
            }
            if (pattern.is("identifier")) {
                parameters.declare(pattern.text(), Variable.of(simple(type, context)));
            } else {
                names(pattern).forEach(name -> parameters.declare(name, pattern.is("rest_pattern") ? Variable.of(simple(type, context)) : Variable.UNKNOWN));
            }
        }
        return parameters;
    }

    /** The names that a pattern binds. */
    private static List<String> names(SyntaxNode pattern) {
        List<String> names = new ArrayList<>();
        List<SyntaxNode> left = new ArrayList<>(List.of(pattern));
        while (!left.isEmpty()) {
            SyntaxNode at = left.remove(left.size() - 1);
            switch (at.type()) {
                case "identifier", "shorthand_property_identifier_pattern" -> names.add(at.text());
                case "pair_pattern" -> {
                    if (at.get("value") != null) {
                        left.add(at.get("value"));
                    }
                }
                case "assignment_pattern", "object_assignment_pattern" -> {
                    if (at.get("left") != null) {
                        left.add(at.get("left"));
                    }
                }
                case "object_pattern", "array_pattern", "rest_pattern" -> left.addAll(at.children());
                default -> { }
            }
        }
        return names;
    }

    private static void declareAll(SyntaxNode pattern, ParseContext context) {
        if (pattern != null) {
            names(pattern).forEach(name -> context.declare(name, Variable.UNKNOWN));
        }
    }

    private void variable(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        String module = required(node.get("value"));
        if (module != null && name != null) {
            if (name.is("identifier")) {
                context.importing(name.text(), module, "");
            } else {
                name.children("shorthand_property_identifier_pattern").forEach(one -> context.importing(one.text(), module, one.text()));
                name.children("pair_pattern").stream().filter(pair -> pair.get("key") != null && pair.get("value") != null)
                        .forEach(pair -> context.importing(pair.get("value").text(), module, pair.get("key").text()));
            }
        } else {
            declareVariable(node, context);
        }
    }

    private void declareVariable(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        SyntaxNode value = node.get("value");
        if (name == null) {
            return;
        }
        if (!name.is("identifier")) {
            declareAll(name, context);
        } else if (node.get("type") != null) {
            context.declare(name.text(), value != null && value.is(FUNCTIONS) ? Variable.FUNCTION : Variable.of(simple(node.get("type"), context)));
        } else if (value != null && value.is(FUNCTIONS) || value != null && value.is(CLASSES)) {
            context.declare(name.text(), Variable.FUNCTION);
        } else if (value != null && objectOf(value) != null) {
            context.declare(name.text(), new Variable("", name.text(), false));
        } else {
            context.declare(name.text(), value == null ? Variable.UNKNOWN : Variable.of(operand(value, context)));
        }
    }

    private static SyntaxNode objectOf(SyntaxNode value) {
        SyntaxNode at = value;
        while (at != null && at.is("as_expression", "satisfies_expression", "parenthesized_expression")) {
            at = at.children().isEmpty() ? null : at.children().get(0);
        }
        return at != null && at.is("object") ? at : null;
    }

    private void assignment(SyntaxNode node, ParseContext context) {
        SyntaxNode left = node.get("left");
        SyntaxNode right = node.get("right");
        Draft type = context.enclosingType();
        if (left == null || right == null || !left.is("member_expression") || left.get("object") == null || left.get("property") == null) {
            return;
        }
        if (left.get("object").is("this") && type != null && context.nameless() == null) {
            type.member(left.get("property").text(), right.is(FUNCTIONS) ? "" : operand(right, context).type());
        }
    }

    private void forIn(SyntaxNode node, ParseContext context) {
        context.block();
        SyntaxNode left = node.get("left");
        if (left == null) {
            return;
        }
        String of = node.get("right") == null ? "" : operand(node.get("right"), context).type();
        if (left.is("identifier") && of.endsWith("[]")) {
            context.declare(left.text(), Variable.of(of.substring(0, of.length() - 2)));
        } else {
            declareAll(left, context);
        }
    }

    private void call(SyntaxNode node, ParseContext context) {
        SyntaxNode function = node.get("function");
        SyntaxNode list = node.get("arguments");
        if (function == null || list == null || required(node) != null) {
            return;
        }
        List<SyntaxNode> arguments = list.is("template_string") ? List.of() : list.children().stream().filter(child -> !child.is("comment")).toList();
        boolean open = list.is("template_string") || arguments.stream().anyMatch(argument -> argument.is("spread_element"));
        int count = open ? -1 : arguments.size();
        List<String> types = arguments.stream().map(argument -> operand(argument, context).argument()).toList();
        SyntaxNode called = unwrapped(function);
        if (called == null) {
            return;
        }
        if (called.is("member_expression") && called.get("property") != null && BINDINGS.contains(called.get("property").text())
                && called.get("object") != null && called.get("object").is("identifier", "member_expression")) {
            called = called.get("object");
            count = -1;
            types = List.of();
        }
        if (called.is("super")) {
            Draft type = context.enclosingType();
            if (type != null && !type.firstSupertype().isEmpty()) {
                construct(called, type.firstSupertype(), count, types, context);
            }
        } else if (called.is("identifier")) {
            if (isFree(called.text(), context)) {
                context.call(called, context.original(called.text()), false, count, types, Operand.NONE);
            }
        } else if (called.is("member_expression") && called.get("property") != null) {
            SyntaxNode object = called.get("object");
            LexicalScope nameless = context.nameless();
            if (nameless == null || object == null || !object.is("this")) {
                context.call(called.get("property"), called.get("property").text(), false, count, types, operand(object, context));
            }
        }
    }

    /** Whether a name means no variable or parameter, but a definition. */
    private static boolean isFree(String name, ParseContext context) {
        Variable variable = context.variable(name);
        return variable == null || variable.callable();
    }

    private static void construct(SyntaxNode named, String written, int count, List<String> types, ParseContext context) {
        int dot = written.lastIndexOf('.');
        context.call(named, written.substring(dot + 1), true, count, types, dot < 0 ? Operand.NONE : new Operand(written.substring(0, dot), ""));
    }

    private void creation(SyntaxNode node, ParseContext context) {
        SyntaxNode constructor = node.get("constructor");
        if (constructor == null || !constructor.is("identifier", "member_expression")) {
            return;
        }
        List<SyntaxNode> arguments = node.get("arguments") == null ? List.of() : node.get("arguments").children().stream()
                .filter(child -> !child.is("comment")).toList();
        boolean open = arguments.stream().anyMatch(argument -> argument.is("spread_element"));
        String written = created(node, context);
        if (!written.isEmpty() && (written.contains(".") || isFree(constructor.text(), context))) {
            construct(constructor.is("member_expression") && constructor.get("property") != null ? constructor.get("property") : constructor, written,
                    open ? -1 : arguments.size(), arguments.stream().map(argument -> operand(argument, context).argument()).toList(), context);
        }
    }

    private static String created(SyntaxNode creation, ParseContext context) {
        SyntaxNode constructor = creation.get("constructor");
        String text = constructor == null ? "" : constructor.text().replaceAll("\\s", "");
        return NAME.matcher(text).matches() ? original(text, context) : "";
    }

    private static void element(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name == null) {
            return;
        }
        if (name.is("identifier") && Character.isUpperCase(name.text().charAt(0)) && isFree(name.text(), context)) {
            context.call(name, context.original(name.text()), false, -1, List.of(), Operand.NONE);
        } else if (name.is("member_expression") && name.get("property") != null && name.get("object") != null && name.get("object").is("identifier")) {
            context.call(name.get("property"), name.get("property").text(), false, -1, List.of(),
                    Operand.named(name.get("object").text(), context.variable(name.get("object").text())));
        }
    }

    private void reference(SyntaxNode node, ParseContext context) {
        if (node == null) {
            return;
        }
        if (node.is("identifier")) {
            mention(node, context);
        } else if (node.is("member_expression") && node.get("object") != null && node.get("property") != null) {
            SyntaxNode on = node.get("object");
            Draft type = context.enclosingType();
            boolean own = on.is("this") && type != null && context.nameless() == null && type.memberType(node.get("property").text()).isEmpty();
            if (own || on.is("identifier") && context.variable(on.text()) == null && context.imports(on.text())) {
                context.reference(node.get("property"), node.get("property").text(), operand(on, context));
            }
        }
    }

    private static void mention(SyntaxNode node, ParseContext context) {
        boolean exported = node.parentIs("object") && node.parent().parentIs("assignment_expression")
                && node.parent().parent().text().startsWith("module.exports");
        if (!exported && !Character.isUpperCase(node.text().charAt(0)) && isFree(node.text(), context)) {
            context.mention(node, context.original(node.text()));
        }
    }

    private static SyntaxNode unwrapped(SyntaxNode expression) {
        SyntaxNode at = expression;
        while (at != null && at.is("parenthesized_expression", "non_null_expression", "await_expression", "instantiation_expression")) {
            at = at.children().stream().filter(child -> !child.is("comment")).findFirst().orElse(null);
        }
        return at;
    }

    private static Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = unwrapped(expression);
        for (int depth = 0; at != null && depth < DEEPEST_OPERAND; depth++) {
            switch (at.type()) {
                case "assignment_expression" -> at = unwrapped(at.get("right"));
                case "ternary_expression" -> at = unwrapped(at.get("consequence"));
                case "this" -> {
                    Draft type = context.enclosingType();
                    return context.nameless() != null ? Operand.UNKNOWN : new Operand("this", type == null ? "" : type.name());
                }
                case "super" -> {
                    return new Operand("super", "");
                }
                case "identifier" -> {
                    Variable variable = context.variable(at.text());
                    boolean held = variable != null && variable.callable();
                    return held ? new Operand(at.text(), "") : Operand.named(variable == null ? context.original(at.text()) : at.text(), variable);
                }
                case "member_expression" -> {
                    return member(at, context);
                }
                case "call_expression" -> {
                    SyntaxNode function = at.get("function") == null ? null : unwrapped(at.get("function"));
                    if (function != null && function.is("identifier")) {
                        return isFree(function.text(), context) ? new Operand(context.original(function.text()) + "()", "") : Operand.UNKNOWN;
                    }
                    return function != null && function.is("member_expression") && function.get("property") != null
                            ? new Operand(function.get("property").text() + "()", "") : Operand.UNKNOWN;
                }
                case "new_expression" -> {
                    return Operand.of(created(at, context));
                }
                case "as_expression", "satisfies_expression" -> {
                    SyntaxNode type = at.children().get(at.children().size() - 1);
                    if (at.children().size() > 1 && !type.text().equals("const")) {
                        return Operand.of(simple(type, context));
                    }
                    at = unwrapped(at.children().get(0));
                }
                case "type_assertion" -> {
                    SyntaxNode types = at.first("type_arguments");
                    return types == null || types.children().isEmpty() ? Operand.UNKNOWN : Operand.of(simple(types.children().get(0), context));
                }
                case "subscript_expression" -> {
                    SyntaxNode of = at.get("object");
                    String type = of != null && of.is("identifier", "member_expression") ? operand(of, context).type() : "";
                    return type.endsWith("[]") ? Operand.of(type.substring(0, type.length() - 2)) : Operand.UNKNOWN;
                }
                case "string", "template_string" -> {
                    return Operand.of("string");
                }
                case "number" -> {
                    return Operand.of("number");
                }
                case "true", "false" -> {
                    return Operand.of("boolean");
                }
                case "array" -> {
                    return Operand.of("Array");
                }
                case "object" -> {
                    return Operand.of("Object");
                }
                case "regex" -> {
                    return Operand.of("RegExp");
                }
                case "arrow_function", "function_expression" -> {
                    return Operand.of("Function");
                }
                default -> {
                    return Operand.UNKNOWN;
                }
            }
        }
        return Operand.UNKNOWN;
    }

    private static Operand member(SyntaxNode member, ParseContext context) {
        List<String> fields = new ArrayList<>();
        SyntaxNode at = member;
        while (at != null && at.is("member_expression")) {
            if (at.get("property") == null || fields.size() > DEEPEST_OPERAND) {
                return Operand.UNKNOWN;
            }
            fields.add(0, at.get("property").text());
            at = unwrapped(at.get("object"));
        }
        if (at == null || !at.is("identifier", "this")) {
            return Operand.UNKNOWN;
        }
        if (at.is("this") && context.nameless() != null) {
            return Operand.UNKNOWN;
        }
        Variable variable = at.is("this") ? null : context.variable(at.text());
        Operand operand = at.is("this") ? new Operand("this", "") : variable != null && variable.callable() ? new Operand(at.text(), "")
                : Operand.named(variable == null ? context.original(at.text()) : at.text(), variable);
        for (String field : fields) {
            operand = operand.member(field);
        }
        if (at.is("this") && fields.size() == 1 && context.enclosingType() != null) {
            return new Operand(operand.receiver(), context.enclosingType().memberType(fields.get(0)));
        }
        return operand;
    }

    private static String original(String type, ParseContext context) {
        return type.contains(".") || type.endsWith("[]") ? type : context.original(type);
    }

    /** The one type that an annotation names, apart from null and undefined, of a Promise what it gives; {@code Type[]} for an array or the like of it. */
    private static String simple(SyntaxNode annotation, ParseContext context) {
        if (annotation == null || annotation.is("type_predicate_annotation", "asserts_annotation")) {
            return annotation == null ? "" : "boolean";
        }
        String text = annotation.text().replaceFirst("^:", "").replaceAll("\\s", "");
        Matcher wrapped = WRAPPED.matcher(text);
        text = wrapped.matches() ? wrapped.group(1) : text;
        List<String> types = List.of(text.split("\\|")).stream().filter(type -> !Set.of("null", "undefined").contains(type)).toList();
        if (types.size() != 1) {
            return "";
        }
        Matcher array = ARRAY.matcher(types.get(0));
        if (array.matches()) {
            return original(array.group(1) == null ? array.group(2) : array.group(1), context) + "[]";
        }
        String name = types.get(0).replaceFirst("<.*", "");
        return NAME.matcher(name).matches() ? original(name, context) : "";
    }
}
