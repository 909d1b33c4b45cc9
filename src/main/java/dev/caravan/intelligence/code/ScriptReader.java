package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads JavaScript and TypeScript with JSX. Functions in a variable, a class field, or a property of a variable's object are definitions; the last
 * have the variable as their owner. A default export without a name is called {@code default}. A constructor is {@code Type.constructor} in qualified
 * names. Each overload signature of a function is a definition; the lines of the implementation start with the first signature. An element
 * {@code <Name>} is a call of {@code Name}.
 */
final class ScriptReader implements SyntaxReader {

    private static final String[] FUNCTIONS = {"arrow_function", "function_expression", "generator_function"};
    private static final String[] WRAPPINGS = {"as_expression", "satisfies_expression", "parenthesized_expression"};
    private static final String[] CLASSES = {"class_declaration", "abstract_class_declaration", "class"};

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
                        case "variable_declarator" -> variable(node, context);
            case "assignment_expression" -> assignment(node, context);
            case "statement_block", "for_statement", "switch_body", "object" -> context.block();
            case "for_in_statement" -> forIn(node, context);
            case "catch_clause" -> {
                context.block();
                declareAll(node.get("parameter"), context);
            }
            case "call_expression" -> ScriptExpressions.call(node, context);
            case "new_expression" -> ScriptExpressions.creation(node, context);
            case "arguments", "array", "jsx_expression", "decorator" -> node.children().forEach(child -> ScriptExpressions.reference(child, context));
            case "pair" -> ScriptExpressions.reference(node.get("value"), context);
            case "shorthand_property_identifier" -> ScriptExpressions.mention(node, context);
            case "jsx_opening_element", "jsx_self_closing_element" -> ScriptExpressions.element(node, context);
            default -> { }
        }
    }

    /** Reads the file's variables first, since functions above them may use them. */
    private void fileLevel(SyntaxNode statement, ParseContext context) {
        if (statement.is("lexical_declaration", "variable_declaration")) {
            statement.children("variable_declarator").stream().filter(declarator -> !ScriptExpressions.required(declarator.get("value")).exists())
                    .forEach(declarator -> declareVariable(declarator, context));
        }
    }

    private static void readImport(SyntaxNode node, ParseContext context) {
        SyntaxNode clause = node.first("import_clause");
        SyntaxNode require = node.first("import_require_clause");
        String module = ScriptTypes.unquoted(node.get("source"));
        if (require.first("identifier").exists()) {
            context.importing(require.first("identifier").text(), ScriptTypes.unquoted(require.get("source")), "");
        } else if (!clause.exists() && !require.exists()) {
            context.importing("", module, "");
        }
        for (SyntaxNode part : clause.children()) {
            switch (part.type()) {
                case "identifier" -> context.importing(part.text(), module, "default");
                case "namespace_import" -> context.importing(part.first().text(), module, "");
                case "named_imports" -> members(part, "import_specifier", module, context);
                default -> { }
            }
        }
    }

    private static void members(SyntaxNode clause, String type, String module, ParseContext context) {
        clause.children(type).stream().filter(specifier -> specifier.get("name").exists()).forEach(specifier -> {
            SyntaxNode name = specifier.get("alias").exists() ? specifier.get("alias") : specifier.get("name");
            context.importing(type.equals("export_specifier") ? ScriptTypes.unquoted(name) : name.text(), module, ScriptTypes.unquoted(specifier.get("name")));
        });
    }

    private static void export(SyntaxNode node, ParseContext context) {
        String module = ScriptTypes.unquoted(node.get("source"));
        SyntaxNode clause = node.first("export_clause");
        SyntaxNode namespace = node.first("namespace_export");
        if (!node.get("source").exists()) {
            return;
        }
        if (clause.exists()) {
            members(clause, "export_specifier", module, context);
        } else if (namespace.exists()) {
            context.importing(namespace.first().text(), module, "");
        } else {
            context.importing("*", module, "*");
        }
    }

    private void type(SyntaxNode node, ParseContext context) {
        SyntaxNode name = nameOf(node);
        if (!name.exists() && !isDefaultExport(node)) {
            if (node.is(CLASSES)) {
                namelessClass(node, context);
            }
            return;
        }
        Draft draft = context.open(SymbolKind.TYPE, name.exists() ? ScriptTypes.unquoted(name) : "default", new Parameters(), wholeOf(node), name.exists() ? name : node);
        for (SyntaxNode heritage : node.children("class_heritage")) {
            heritage.children("identifier", "member_expression").forEach(base -> draft.supertype(ScriptTypes.original(base.text(), context)));
            heritage.children("extends_clause").forEach(clause -> clause.fields("value").stream().filter(base -> base.is("identifier", "member_expression"))
                    .forEach(base -> draft.supertype(ScriptTypes.original(base.text(), context))));
            heritage.children("implements_clause").forEach(clause -> clause.children().forEach(base -> draft.supertype(ScriptTypes.simple(base, context))));
        }
        node.children("extends_type_clause").forEach(clause -> clause.fields("type").forEach(base -> draft.supertype(ScriptTypes.simple(base, context))));
        if (node.is("type_alias_declaration")) {
            SyntaxNode value = node.get("value");
            if (value.is("type_identifier", "nested_type_identifier", "generic_type")) {
                draft.supertype(ScriptTypes.simple(value, context));
            } else if (value.is("intersection_type")) {
                value.children().forEach(part -> draft.supertype(ScriptTypes.simple(part, context)));
            }
            fields(value, draft, context);
        }
        fields(node.get("body"), draft, context);
    }

    private static void namelessClass(SyntaxNode node, ParseContext context) {
        Set<String> own = new HashSet<>();
        node.get("body").children("method_definition").stream().filter(method -> method.get("name").exists())
                .forEach(method -> own.add(method.get("name").text()));
        context.push(LexicalScope.nameless(own, ""));
    }

    private static void fields(SyntaxNode body, Draft draft, ParseContext context) {
        for (SyntaxNode field : body.children("field_definition", "public_field_definition", "property_signature", "method_definition")) {
            SyntaxNode name = fieldName(field);
            if (field.is("method_definition")) {
                if (name.text().equals("constructor")) {
                    field.get("parameters").children("required_parameter", "optional_parameter").stream()
                            .filter(parameter -> parameter.first("accessibility_modifier").exists() || parameter.text().startsWith("readonly "))
                            .filter(parameter -> parameter.get("pattern").exists())
                            .forEach(parameter -> draft.member(parameter.get("pattern").text(), ScriptTypes.simple(parameter.get("type"), context)));
                }
            } else if (name.exists()) {
                draft.member(name.text(), field.get("type").exists() ? ScriptTypes.simple(field.get("type"), context)
                        : field.get("value").is("new_expression") ? ScriptExpressions.created(field.get("value"), context) : "");
            }
        }
        for (SyntaxNode constant : body.children("enum_assignment", "property_identifier")) {
            draft.member(constant.get("name").exists() ? constant.get("name").text() : constant.text(), draft.name());
        }
    }

    private static SyntaxNode fieldName(SyntaxNode field) {
        return field.get("name").exists() ? field.get("name") : field.get("property");
    }

    /** For a class in a variable, returns the variable's name. */
    private static SyntaxNode nameOf(SyntaxNode type) {
        boolean held = type.is("class") && type.parentIs("variable_declarator") && type.parent().get("name").is("identifier");
        return held ? type.parent().get("name") : type.get("name");
    }

    private static boolean isDefaultExport(SyntaxNode node) {
        return node.parentIs("export_statement") && node.field().matches("value|declaration");
    }

    private static SyntaxNode wholeOf(SyntaxNode value) {
        return value.parentIs("variable_declarator") && value.field().equals("value") ? value.parent() : value;
    }

    private void function(SyntaxNode node, SyntaxNode name, SyntaxNode whole, ParseContext context) {
        if (!name.exists()) {
            if (isDefaultExport(node)) {
                open(SymbolKind.FUNCTION, "default", node, whole, node, context);
            } else {
                inner(node, context);
            }
            return;
        }
        context.declare(name, Variable.FUNCTION);
        open(SymbolKind.FUNCTION, name.text(), node, whole, name, context);
    }

    private static void inner(SyntaxNode function, ParseContext context) {
        context.block(parameters(function, context));
    }

    private static Draft open(SymbolKind kind, String name, SyntaxNode function, SyntaxNode whole, SyntaxNode named, ParseContext context) {
        Draft around = context.definition();
        boolean constructs = kind == SymbolKind.CONSTRUCTOR;
        Parameters parameters = parameters(function, context);
        Draft draft = context.open(kind, constructs ? around.name() : name, constructs ? "constructor" : name, parameters, whole, named);
        return finish(draft, function, around, context);
    }

    private static Draft finish(Draft draft, SyntaxNode function, Draft around, ParseContext context) {
        String returns = ScriptTypes.simple(function.get("return_type"), context);
        draft.returns(returns.equals("this") && around != null ? around.name() : returns);
        if (!isTyped(function)) {
            draft.takesAtLeast(0);
        }
        if (!function.get("body").exists()) {
            return draft.withoutBody();
        }
        context.drafts(draft.qualified()).stream().filter(Draft::isWithoutBody).mapToInt(Draft::firstLine).min().ifPresent(draft::beginAt);
        return draft;
    }

    /** Whether the number of arguments counts; in JavaScript every argument is optional. */
    private static boolean isTyped(SyntaxNode function) {
        return function.get("parameters").first("required_parameter", "optional_parameter").exists();
    }

    private void functionValue(SyntaxNode node, ParseContext context) {
        SyntaxNode parent = node.parent();
        Draft around = context.definition();
        switch (parent.type()) {
            case "variable_declarator" -> {
                if (parent.get("name").is("identifier")) {
                    function(node, parent.get("name"), parent, context);
                    return;
                }
            }
            case "field_definition", "public_field_definition" -> {
                SyntaxNode name = fieldName(parent);
                if (name.exists() && around != null && around.isType() && context.nameless() == null) {
                    open(SymbolKind.METHOD, name.text(), node, parent, name, context);
                    return;
                }
            }
            case "pair" -> {
                SyntaxNode object = objectName(parent.parent());
                if (parent.get("key").exists() && object.exists()) {
                    property(parent.get("key"), object.text(), node, parent, context);
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

    /** Returns the variable that holds an object literal. */
    private static SyntaxNode objectName(SyntaxNode object) {
        SyntaxNode value = object;
        while (value.parentIs(WRAPPINGS)) {
            value = value.parent();
        }
        SyntaxNode name = object.is("object") && value.parentIs("variable_declarator") ? value.parent().get("name") : SyntaxNode.NONE;
        return name.is("identifier") ? name : SyntaxNode.NONE;
    }

    private boolean assigned(SyntaxNode function, SyntaxNode assignment, ParseContext context) {
        SyntaxNode left = assignment.get("left");
        if (!left.is("member_expression") || !left.get("property").exists() || !left.get("object").exists()) {
            return false;
        }
        SyntaxNode name = left.get("property");
        String on = left.get("object").text();
        if (left.text().equals("module.exports")) {
            SyntaxNode own = function.get("name");
            open(SymbolKind.FUNCTION, own.exists() ? own.text() : "default", function, assignment, own.exists() ? own : name, context);
        } else if (on.equals("exports") || on.equals("module.exports")) {
            open(SymbolKind.FUNCTION, name.text(), function, assignment, name, context);
        } else if (on.equals("this") && context.enclosingType() != null) {
            Draft type = context.enclosingType();
            finish(context.open(SymbolKind.METHOD, name.text(), type.qualified() + "." + name.text(), type.name(), parameters(function, context),
                    assignment, name), function, type, context);
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
        if (!name.exists() || name.is("computed_property_name") || context.nameless() != null) {
            inner(node, context);
        } else if (node.parentIs("object")) {
            SyntaxNode object = objectName(node.parent());
            if (!object.exists()) {
                inner(node, context);
            } else {
                property(name, object.text(), node, node, context);
            }
        } else if (around != null && around.isType()) {
            boolean constructs = name.text().equals("constructor");
            open(constructs ? SymbolKind.CONSTRUCTOR : SymbolKind.METHOD, name.text(), node, node, name, context);
        }
    }

    private static Parameters parameters(SyntaxNode function, ParseContext context) {
        Parameters parameters = new Parameters();
        SyntaxNode single = function.get("parameter");
        if (single.exists()) {
            parameters.add("", false);
            parameters.declare(single.text(), Variable.UNKNOWN);
        }
        for (SyntaxNode parameter : function.get("parameters").children()) {
            SyntaxNode pattern = parameter.get("pattern").exists() ? parameter.get("pattern") : parameter.is("assignment_pattern") ? parameter.get("left")
                    : parameter;
            if (parameter.is("comment", "decorator") || !pattern.exists() || pattern.is("this")) {
                continue;
            }
            SyntaxNode type = parameter.get("type");
            String written = type.text().replaceFirst("^:\\s*", "");
            if (pattern.is("rest_pattern")) {
                parameters.addRest(written.isEmpty() ? "" : "..." + written);
            } else {
                parameters.add(written, parameter.is("optional_parameter", "assignment_pattern") || parameter.get("value").exists());
            }
            if (pattern.is("identifier")) {
                parameters.declare(pattern.text(), Variable.of(ScriptTypes.simple(type, context)));
            } else {
                names(pattern).forEach(name -> parameters.declare(name, pattern.is("rest_pattern") ? Variable.of(ScriptTypes.simple(type, context)) : Variable.UNKNOWN));
            }
        }
        return parameters;
    }

    /** Returns the names that a pattern binds. */
    private static List<String> names(SyntaxNode pattern) {
        List<String> names = new ArrayList<>();
        List<SyntaxNode> left = new ArrayList<>(List.of(pattern));
        while (!left.isEmpty()) {
            SyntaxNode at = left.remove(left.size() - 1);
            switch (at.type()) {
                case "identifier", "shorthand_property_identifier_pattern" -> names.add(at.text());
                case "pair_pattern" -> left.add(at.get("value"));
                case "assignment_pattern", "object_assignment_pattern" -> left.add(at.get("left"));
                case "object_pattern", "array_pattern", "rest_pattern" -> left.addAll(at.children());
                default -> { }
            }
        }
        return names;
    }

    private static void declareAll(SyntaxNode pattern, ParseContext context) {
        names(pattern).forEach(name -> context.declare(name, Variable.UNKNOWN));
    }

    private void variable(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        SyntaxNode required = ScriptExpressions.required(node.get("value"));
        String module = ScriptTypes.unquoted(required);
        if (!required.exists() || !name.exists()) {
            declareVariable(node, context);
        } else if (name.is("identifier")) {
            context.importing(name.text(), module, "");
        } else {
            name.children("shorthand_property_identifier_pattern").forEach(one -> context.importing(one.text(), module, one.text()));
            name.children("pair_pattern").stream().filter(pair -> pair.get("key").exists() && pair.get("value").exists())
                    .forEach(pair -> context.importing(pair.get("value").text(), module, pair.get("key").text()));
        }
    }

    private static void declareVariable(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        SyntaxNode value = node.get("value");
        if (!name.is("identifier")) {
            declareAll(name, context);
        } else if (value.is(FUNCTIONS) || value.is(CLASSES) && !node.get("type").exists()) {
            context.declare(name, Variable.FUNCTION);
        } else if (node.get("type").exists()) {
            context.declare(name, Variable.of(ScriptTypes.simple(node.get("type"), context)));
        } else if (isObject(value)) {
            context.declare(name, new Variable("", name.text(), false));
        } else {
            context.declare(name, Variable.of(ScriptExpressions.operand(value, context)));
        }
    }

    private static boolean isObject(SyntaxNode value) {
        SyntaxNode at = value;
        while (at.is(WRAPPINGS)) {
            at = at.first();
        }
        return at.is("object");
    }

    private static void assignment(SyntaxNode node, ParseContext context) {
        SyntaxNode left = node.get("left");
        SyntaxNode right = node.get("right");
        Draft type = context.enclosingType();
        if (left.is("member_expression") && left.get("object").is("this") && left.get("property").exists() && type != null && context.nameless() == null) {
            type.member(left.get("property").text(), right.is(FUNCTIONS) ? "" : ScriptExpressions.operand(right, context).type());
        }
    }

    private static void forIn(SyntaxNode node, ParseContext context) {
        context.block();
        SyntaxNode left = node.get("left");
        String of = ScriptExpressions.operand(node.get("right"), context).type();
        if (left.is("identifier") && of.endsWith("[]")) {
            context.declare(left, Variable.of(of.substring(0, of.length() - 2)));
        } else {
            declareAll(left, context);
        }
    }
}
