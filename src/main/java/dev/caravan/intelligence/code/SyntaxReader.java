package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Draft.Parameters;
import dev.caravan.intelligence.code.Names.Callee;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the syntax tree of one file. A file {@code LANGUAGE.scm} beside this class says what its nodes are, by tree-sitter's queries
 * of one node each; the package's description tells why. The reader finds definitions, imports, calls, and the types of variables that
 * are declared with a type or hold a new instance. Methods of anonymous classes are not definitions; their calls belong to the
 * surrounding definition. Functions in a variable, a class field, or a property of a variable's object are definitions, also when another
 * function wraps them ({@code memo(() => …)}).
 */
record SyntaxReader(Map<String, SyntaxReader.Role> roles, ParseContext context) {

    private static final Pattern QUERY = Pattern.compile("\\((\\w+)\\)\\s*@(\\w+)");
    private static final Set<String> CONSTRUCTORS = Set.of("__construct", "initialize", "__init__", "constructor");
    private static final Set<String> BODIES = Set.of("field_declaration_list", "declaration_list", "class_body", "enum_class_body",
            "body_statement", "enum_declaration_list", "primary_constructor", "enum_body", "enum_body_declarations", "interface_body",
            "annotation_type_body", "struct_type", "object_type");
    private static final Set<Language> WITHOUT_NEW = Set.of(Language.PYTHON, Language.KOTLIN, Language.RUBY);
    private static final Set<Language> COUNTED = Set.of(Language.JAVA, Language.PYTHON, Language.JAVASCRIPT, Language.TYPESCRIPT,
            Language.GO);
    private static final int LONGEST = 200;
    private static final String[] FUNCTIONS = {"arrow_function", "function_expression", "generator_function", "lambda"};
    private static final String[] WRAPPINGS = {"as_expression", "satisfies_expression", "parenthesized_expression"};

    /** What a node is. */
    enum Role {
        PACKAGE, IMPORT, HEADER, TYPE, SUPERTYPES, FUNCTION, CONSTRUCTOR, LAMBDA, FIELD, CONSTANT, VARIABLE, LOOP, BLOCK, CALL, CONSTRUCT,
        REFERENCE, VALUES, OTHER
    }

    static Map<String, Role> roles(Language language) {
        Map<String, Role> roles = new HashMap<>();
        for (Matcher query = QUERY.matcher(queries(language)); query.find(); ) {
            roles.put(query.group(1), Role.valueOf(query.group(2).toUpperCase(Locale.ROOT)));
        }
        return roles;
    }

    /** Returns the text of the file, without comments. */
    static String queries(Language language) {
        return resource(language.name().toLowerCase(Locale.ROOT) + ".scm").replaceAll("(?m)^\\s*;.*$", "");
    }

    /** Returns the text of a file beside this class. */
    static String resource(String name) {
        try (InputStream file = SyntaxReader.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Language language() {
        return context.language();
    }

    private Role role(SyntaxNode node) {
        return roles.getOrDefault(node.type(), Role.OTHER);
    }

    /** Visits a node, before its children. The context closes what this opens after the children. */
    void enter(SyntaxNode node) {
        switch (role(node)) {
            case PACKAGE -> {
                context.header(node);
                context.module(node.text().replaceAll("^\\s*package\\s+|[;\\s].*", ""));
            }
            case HEADER -> context.header(node);
            case IMPORT -> {
                if (!node.is("export_statement")) {
                    context.header(node);
                }
                if (!node.is("export_statement") || node.get("source").exists()) {
                    Import.of(language(), node.text()).forEach(context::importing);
                }
            }
            case TYPE -> type(node);
            case FUNCTION, CONSTRUCTOR -> function(node);
            case LAMBDA -> lambda(node);
            case CONSTANT -> constant(node);
            case FIELD -> {
                if (isNameless()) {
                    variables(node);
                }
            }
            case VARIABLE -> variables(node);
            case LOOP -> {
                context.block();
                variables(node);
            }
            case BLOCK -> {
                context.block();
                node.children("for_in_clause").forEach(clause -> variables(clause));
            }
            case CALL -> call(node);
            case CONSTRUCT -> construct(node);
            case REFERENCE -> reference(node);
            case VALUES -> node.children().forEach(value -> mention(value));
            default -> {
                if (node.is("class_body", "declaration_list") && node.parentIs("object_creation_expression", "enum_constant",
                        "object_literal")) {
                    nameless(node);
                }
            }
        }
    }

    /** Opens the body of an anonymous class. Its functions are no definitions, so calls of them are left out. */
    private void nameless(SyntaxNode body) {
        context.block();
        context.declare("this", "");
        body.children().stream().filter(child -> role(child) == Role.FUNCTION)
                .forEach(method -> context.declare(Names.of(method).text() + "()", ""));
    }

    private boolean isNameless() {
        return "".equals(context.variable("this"));
    }

    private void type(SyntaxNode node) {
        boolean held = node.is("class") && node.parentIs("variable_declarator") && node.parent().get("name").is("identifier");
        SyntaxNode name = held ? node.parent().get("name") : Names.of(node);
        boolean reference = node.type().endsWith("_specifier") && !node.get("body").exists();
        if (reference || node.is("type_definition") && Names.of(node.get("type")).exists()) {
            return;
        }
        if (!name.exists() && !node.parentIs("export_statement")) {
            if (node.is("class")) {
                nameless(node.get("body"));
            }
            return;
        }
        String written = name.exists() ? Names.last(name.text().replaceAll("[\"']", "")) : "default";
        Draft around = context.definition();
        Parameters components = node.is("record_declaration") ? parameters(node, false) : Parameters.NONE;
        Draft draft = context.open(SymbolKind.TYPE, written, around == null ? written : around.qualified() + "." + written,
                around != null && around.isType() ? around.name() : "", components, held ? node.parent() : node, name.or(node));
        components.variables().forEach(draft::member);
        node.children().stream().filter(child -> role(child) == Role.SUPERTYPES || child.field().equals("superclasses"))
                .forEach(child -> supertypes(child, draft));
        if (node.is("type_alias_declaration", "type_alias")) {
            SyntaxNode value = node.get("value", "type");
            (value.is("intersection_type") ? value.children() : List.of(value)).stream().filter(part -> !part.is("object_type"))
                    .forEach(part -> draft.supertype(Names.type(part)));
        }
        members(node.is("type_definition") ? node.get("type") : node, draft, 0);
    }

    private static void supertypes(SyntaxNode node, Draft draft) {
        for (SyntaxNode child : node.children()) {
            if (child.is("extends_clause", "implements_clause", "type_list")) {
                supertypes(child, draft);
            } else if (child.is("constructor_invocation", "explicit_delegation", "primary_constructor_base_type")) {
                draft.supertype(Names.type(child.first()));
            } else if (!child.is("access_specifier", "argument_list", "value_arguments", "type_arguments", "keyword_argument",
                    "arguments")) {
                draft.supertype(Names.type(child));
            }
        }
    }

    /** Adds the fields before the methods are read, since some languages declare them after their use. */
    private void members(SyntaxNode node, Draft draft, int depth) {
        for (SyntaxNode child : node.children()) {
            if (role(child) == Role.FIELD || child.is("property_declaration")) {
                List<Declared> fields = Declared.of(child);
                fields.forEach(field -> draft.member(field.name().replace("$", ""), field.type().isEmpty()
                        && role(field.value()) == Role.CONSTRUCT ? Names.type(constructed(field.value())) : field.type()));
                if (fields.isEmpty()) {
                    String embedded = Names.type(child.get("type"));
                    draft.supertype(embedded);
                    draft.member(Names.last(embedded), embedded);
                }
            } else if (role(child) == Role.CONSTANT) {
                draft.member(child.get("name").text(), draft.name());
            } else if (BODIES.contains(child.type()) && depth < 2) {
                members(child, draft, depth + 1);
            } else if (CONSTRUCTORS.contains(child.get("name").text())) {
                child.get("parameters").children().stream()
                        .filter(field -> field.is("property_promotion_parameter") || field.first("accessibility_modifier").exists()
                                || field.text().startsWith("readonly "))
                        .forEach(field -> draft.member(Names.of(field).text().replace("$", ""), Names.type(field.get("type"))));
            }
        }
    }

    private void constant(SyntaxNode node) {
        Draft type = context.enclosingType();
        if (type != null && node.get("arguments").exists() && node.get("name").exists()) {
            context.construct(node.get("name"), type.name(), node.get("arguments").withoutComments().size(), "");
        }
    }

    private void function(SyntaxNode node) {
        SyntaxNode name = Names.of(node);
        Draft around = context.definition();
        SyntaxNode object = node.parentIs("object") ? objectName(node.parent()) : SyntaxNode.NONE;
        if (isNameless() || node.parentIs("object") && !object.exists()
                || node.get("name").is("computed_property_name")) {
            inner(node);
        } else if (name.exists()) {
            SyntaxNode whole = node.parentIs("template_declaration") ? node.parent() : node;
            define(node, name, Names.last(name.text()), object.exists() ? object.text() : Names.owner(node, name), whole);
        } else if (role(node) == Role.CONSTRUCTOR && around != null && around.isType()) {
            define(node, node, around.name(), around.name(), node);
        } else if (node.parentIs("export_statement")) {
            define(node, node, "default", "", node);
        }
    }

    /**
     * Opens a definition of a function.
     *
     * @param owner name of the type or object that has it, if it is not written inside of that type; otherwise empty
     */
    private void define(SyntaxNode node, SyntaxNode name, String written, String owner, SyntaxNode whole) {
        Draft around = context.definition();
        boolean member = around != null && around.isType();
        String of = member ? around.name() : owner;
        String outer = around == null ? of : member || of.isEmpty() ? around.qualified() : around.qualified() + "." + of;
        boolean constructs = !of.isEmpty() && (role(node) == Role.CONSTRUCTOR || written.equals(of) || CONSTRUCTORS.contains(written));
        boolean inType = member || context.type(of) != null || node.is("method_declaration", "function_item", "function_definition",
                "function_signature_item");
        SymbolKind kind = constructs ? SymbolKind.CONSTRUCTOR : of.isEmpty() || !inType
                || node.is("function_declaration", "function_signature") && language().family() == Language.JAVASCRIPT
                ? SymbolKind.FUNCTION : SymbolKind.METHOD;
        boolean hasSelf = language() == Language.PYTHON && member && !(node.parentIs("decorated_definition")
                && node.parent().text().startsWith("@staticmethod"));
        context.open(kind, constructs ? of : written, outer.isEmpty() ? written : outer + "." + written, of, parameters(node, hasSelf),
                whole, name);
        listed(node.get("receiver"), false).variables().forEach(context::declare);
    }

    private void inner(SyntaxNode function) {
        context.block();
        parameters(function, false).variables().forEach(context::declare);
    }

    private void lambda(SyntaxNode node) {
        SyntaxNode value = unwrapped(node);
        SyntaxNode holder = value.parent();
        Draft around = context.definition();
        boolean free = node.is(FUNCTIONS) && !isNameless();
        SyntaxNode name = !free ? SyntaxNode.NONE : switch (holder.type()) {
            case "variable_declarator" -> holder.get("name").is("identifier") ? holder.get("name") : SyntaxNode.NONE;
            case "assignment" -> around == null || around.isType() ? holder.get("left") : SyntaxNode.NONE;
            case "field_definition", "public_field_definition" -> around != null && around.isType() ? Names.of(holder) : SyntaxNode.NONE;
            case "pair" -> objectName(holder.parent()).exists() ? holder.get("key") : SyntaxNode.NONE;
            case "assignment_expression" -> holder.get("left").get("property");
            case "export_statement" -> Names.of(node).or(node);
            default -> SyntaxNode.NONE;
        };
        if (holder.is("assignment_expression") && name.exists()) {
            assigned(node, name, holder);
        } else if (name.is("identifier", "property_identifier", "private_property_identifier") || name == node) {
            define(node, name, name == node ? "default" : name.text(), holder.is("pair") ? objectName(holder.parent()).text() : "",
                    name == node ? node : holder);
        } else {
            inner(node);
        }
    }

    /** Reads {@code exports.name = …}, {@code Type.prototype.name = …}, {@code this.name = …} and {@code object.name = …}. */
    private void assigned(SyntaxNode node, SyntaxNode name, SyntaxNode assignment) {
        String on = assignment.get("left").get("object").text();
        if (assignment.get("left").text().equals("module.exports")) {
            SyntaxNode own = node.get("name");
            define(node, own.or(name), own.exists() ? own.text() : "default", "", assignment);
        } else if (on.matches("(?:module\\.)?exports")) {
            define(node, name, name.text(), "", assignment);
        } else if (on.equals("this") && context.enclosingType() != null || on.endsWith(".prototype")
                || context.definition() == null && on.matches("[\\w$]+")) {
            Draft type = on.equals("this") ? context.enclosingType() : null;
            String owner = type == null ? on.replace(".prototype", "") : type.name();
            context.open(on.equals(owner) && context.type(owner) == null ? SymbolKind.FUNCTION : SymbolKind.METHOD, name.text(),
                    (type == null ? owner : type.qualified()) + "." + name.text(), owner, parameters(node, false), assignment, name);
        } else {
            inner(node);
        }
    }

    /** Returns the outermost expression that a function is the value of: brackets, casts and calls of wrapping functions. */
    private static SyntaxNode unwrapped(SyntaxNode function) {
        return function.inmost(at -> {
            if (at.parentIs(WRAPPINGS)) {
                return at.parent();
            }
            boolean first = at.parentIs("arguments") && at.parent().firstWithoutComments() == at;
            Callee wrapper = Callee.of(first ? at.parent().parent() : SyntaxNode.NONE);
            boolean wraps = wrapper.name().exists() && (!wrapper.on().exists() || Names.isName(wrapper.on())
                    && Names.isTypeName(wrapper.on().text()));
            return wraps ? at.parent().parent() : at;
        });
    }

    /** Returns the variable that holds an object literal. */
    private static SyntaxNode objectName(SyntaxNode object) {
        SyntaxNode value = object.inmost(at -> at.parentIs(WRAPPINGS) ? at.parent() : at);
        SyntaxNode name = object.is("object") && value.parentIs("variable_declarator") ? value.parent().get("name") : SyntaxNode.NONE;
        return name.is("identifier") ? name : SyntaxNode.NONE;
    }

    private Parameters parameters(SyntaxNode function, boolean hasSelf) {
        SyntaxNode single = function.get("parameter");
        return single.exists() ? new Parameters(List.of(""), language() == Language.JAVASCRIPT ? 0 : 1, 1, Map.of(single.text(), ""))
                : listed(Names.parameters(function), hasSelf);
    }

    private Parameters listed(SyntaxNode list, boolean hasSelf) {
        List<String> types = new ArrayList<>();
        Map<String, String> variables = new LinkedHashMap<>();
        boolean counted = COUNTED.contains(language());
        boolean endless = !counted;
        int least = 0;
        List<SyntaxNode> written = list.is("identifier") ? List.of(list) : list.withoutComments().stream().filter(parameter ->
                !parameter.is("self_parameter", "decorator", "keyword_separator", "positional_separator", "receiver_parameter")
                && !parameter.get("pattern").is("this")).toList();
        if (hasSelf && !written.isEmpty()) {
            variables.put(Names.of(written.get(0)).text(), "this");
        }
        for (SyntaxNode parameter : written.subList(hasSelf && !written.isEmpty() ? 1 : 0, written.size())) {
            SyntaxNode name = parameter.is("spread_parameter") ? parameter.first("variable_declarator").get("name") : Names.of(parameter);
            if (!counted && !name.exists()) {
                continue;
            }
            String type = Names.parameterType(parameter);
            List<SyntaxNode> names = parameter.fields("name").size() > 1 ? parameter.fields("name") : List.of(name);
            names.forEach(one -> types.add(type));
            boolean optional = parameter.is("optional_parameter", "default_parameter", "typed_default_parameter", "assignment_pattern")
                    || parameter.get("value").exists();
            boolean rest = Names.isRest(parameter);
            endless |= rest;
            least += !counted || language() == Language.JAVASCRIPT || optional || rest ? 0 : names.size();
            SyntaxNode pattern = parameter.get("pattern").or(parameter);
            if (pattern.is("object_pattern", "array_pattern", "tuple_pattern", "struct_pattern") || rest && !name.exists()
                    || parameter.get("left").is("object_pattern", "array_pattern")) {
                Names.bound(pattern).forEach(bound -> variables.put(bound, ""));
            } else {
                names.stream().filter(SyntaxNode::exists).forEach(one -> variables.put(one.text(), Names.type(type)));
            }
        }
        return new Parameters(types, least, endless ? Integer.MAX_VALUE : types.size(), variables);
    }

    private void variables(SyntaxNode node) {
        Callee field = Callee.member(node.get("left"));
        boolean assigns = node.is("assignment", "assignment_expression");
        if (node.is("variable_declarator") && required(node.get("value")).exists()) {
            String names = node.get("name").is("identifier") ? "* as " + node.get("name").text()
                    : node.get("name").text().replace(":", " as ");
            Import.of(language(), "import " + names + " from " + required(node.get("value")).text()).forEach(context::importing);
            return;
        }
        if (assigns && field.on().exists()) {
            if (isThis(field.on()) && context.enclosingType() != null && !isNameless()) {
                context.enclosingType().member(field.name().text(), node.get("type").exists() ? Names.type(node.get("type"))
                        : operand(node.get("right")).type());
            }
            return;
        }
        for (Declared declared : Declared.of(node)) {
            boolean defines = declared.value().is(FUNCTIONS) || declared.value().is("class", "object")
                    || declared.value().is("call_expression") && declared.value().get("arguments").firstWithoutComments().is(FUNCTIONS);
            String type = declared.type().isEmpty() ? operand(declared.value()).type() : declared.type();
            String before = context.variable(declared.name());
            if (context.definition() != null && context.definition().isType() && !isNameless()) {
                context.definition().member(declared.name(), type);
            } else if (!defines && !declared.name().equals("_") && (before == null || before.isEmpty() || !type.isEmpty() || !assigns)) {
                context.declare(declared.name(), type);
            }
        }
    }

    /** Returns the module that {@code require('…')} loads; none for other expressions. */
    private static SyntaxNode required(SyntaxNode value) {
        SyntaxNode call = value.is("await_expression") ? value.first() : value;
        boolean loads = call.is("call_expression") && (call.get("function").is("import") || call.get("function").text().equals("require"));
        return loads ? call.get("arguments").first("string") : SyntaxNode.NONE;
    }

    private void call(SyntaxNode node) {
        Callee callee = Callee.of(node);
        String name = Names.last(callee.name().text());
        Draft type = context.enclosingType();
        boolean alone = !callee.on().exists();
        boolean element = node.type().startsWith("jsx_");
        if (name.isEmpty() || required(node).exists() || element && alone && !Names.isTypeName(name)
                || name.equals("super") && language() == Language.PYTHON) {
            return;
        }
        int count = element ? -1 : count(node);
        boolean ofSuper = Names.isSuper(callee.on()) || callee.on().is("call") && callee.on().text().startsWith("super(");
        if (CONSTRUCTORS.contains(name) && ofSuper || alone && Names.isSuper(callee.name())) {
            if (type != null && !type.firstSupertype().isEmpty()) {
                context.construct(callee.name(), type.firstSupertype(), count, "");
            }
        } else if (alone && type != null && (Names.isThis(callee.name()) || "this".equals(context.variable(name)))) {
            context.construct(callee.name(), type.name(), count, "this".equals(callee.name().type()) ? "this" : "");
        } else if (node.is("call") && name.equals("new")) {
            String made = Names.isName(callee.on()) ? Names.dotted(callee.on().text()) : alone && type != null ? type.name() : "";
            if (Names.isTypeName(made)) {
                context.construct(callee.name(), made, count, "");
            }
        } else if (isOwnOfNameless(name, callee.on())) {
            return;
        } else if (!alone || callee.hidden()) {
            context.call(callee.name(), name, count, alone ? Operand.UNKNOWN : operand(callee.on()));
        } else if (context.variable(name) == null || language() == Language.JAVA) {
            context.call(callee.name(), context.original(name), count, Operand.NONE);
        }
    }

    private boolean isOwnOfNameless(String name, SyntaxNode on) {
        return context.variable(name + "()") != null && (!on.exists() || on.is("this"));
    }

    private void construct(SyntaxNode node) {
        SyntaxNode type = constructed(node);
        String name = Names.type(type);
        if (!name.isEmpty() && (name.contains(".") || context.variable(name) == null || language() == Language.JAVA)) {
            context.construct(type, context.original(name), count(node), "");
        }
    }

    private static SyntaxNode constructed(SyntaxNode node) {
        return node.get("type", "constructor").or(node.first("name", "qualified_name"));
    }

    /** Returns the number of arguments; -1 if it is open. */
    private int count(SyntaxNode call) {
        SyntaxNode list = call.get("arguments").or(call.first("call_suffix").first("value_arguments"));
        List<SyntaxNode> written = list.is("generator_expression") ? List.of(list) : list.withoutComments();
        boolean open = list.is("template_string")
                || language() == Language.GO && written.size() == 1 && written.get(0).is("call_expression") || written.stream()
                        .anyMatch(argument -> argument.is("spread_element", "list_splat", "dictionary_splat", "variadic_argument"));
        return open ? -1 : written.size();
    }

    /** Reads Java's {@code Type::name}. */
    private void reference(SyntaxNode node) {
        SyntaxNode on = node.first();
        SyntaxNode name = node.children().size() < 2 ? SyntaxNode.NONE : node.last();
        if (!name.is("identifier")) {
            if (on.exists() && !Names.type(on).isEmpty() && !Names.type(on).endsWith("[]")) {
                context.construct(on, Names.type(on), -1, "");
            }
        } else if (!isOwnOfNameless(name.text(), on)) {
            boolean type = on.is("generic_type", "type_identifier", "scoped_type_identifier");
            context.call(name, name.text(), -1, type ? new Operand(Names.type(on), "") : operand(on));
        }
    }

    /** Reads a value that may be a function that is passed. */
    private void mention(SyntaxNode value) {
        Callee member = Callee.member(value);
        if (value.is("identifier", "shorthand_property_identifier")) {
            boolean other = value.parentIs("object") && value.parent().parentIs("assignment_expression") || value.field().equals("key")
                    || Names.isTypeName(value.text());
            if (context.variable(value.text()) == null && (!other || language() == Language.GO)) {
                context.mention(value);
            }
        } else if (member.name().exists() && member.on().exists()) {
            Draft type = context.enclosingType();
            Operand on = operand(member.on());
            boolean own = on == Operand.THIS && type != null && type.memberType(member.name().text()).isEmpty();
            boolean imported = member.on().is("identifier") && context.variable(member.on().text()) == null
                    && context.imports(member.on().text());
            if (own || imported || language() == Language.GO && !on.type().isEmpty()) {
                context.call(member.name(), member.name().text(), -1, on);
            }
        }
    }

    private boolean isThis(SyntaxNode node) {
        return Names.isThis(node) || node.is("identifier") && "this".equals(context.variable(node.text()));
    }

    /** Returns what an expression is called on, and its type if the file says it. */
    private Operand operand(SyntaxNode expression) {
        SyntaxNode at = Names.bare(expression);
        if (isThis(at)) {
            return isNameless() ? Operand.UNKNOWN : Operand.THIS;
        }
        if (Names.isSuper(at) || at.is("call") && at.get("function").text().equals("super")) {
            return new Operand("super", "");
        }
        Role role = role(at);
        if (role == Role.CONSTRUCT) {
            return Operand.of(Names.type(constructed(at)));
        }
        if (at.is("cast_expression", "composite_literal", "type_assertion_expression", "type_conversion_expression", "as_expression",
                "satisfies_expression")) {
            return Operand.of(Names.type(at.get("type").or(at.last())));
        }
        if (role == Role.CALL) {
            return result(at);
        }
        Callee member = Callee.member(at);
        if (member.name().exists() && member.on().exists()) {
            return member(member);
        }
        return Names.isName(at) ? named(at) : Operand.UNKNOWN;
    }

    private Operand named(SyntaxNode name) {
        String text = Names.dotted(name.text());
        String variable = context.variable(text);
        boolean unknown = variable == null ? text.startsWith("$") : variable.isEmpty();
        return unknown ? Operand.UNKNOWN : new Operand(variable == null ? context.original(text) : text, variable == null ? "" : variable);
    }

    private Operand result(SyntaxNode call) {
        Callee callee = Callee.of(call);
        String name = Names.last(callee.name().text());
        String on = Names.isName(callee.on()) ? Names.dotted(callee.on().text()) : "";
        Draft type = context.enclosingType();
        if (name.equals("new") && callee.on().exists()) {
            return Operand.of(!Names.isThis(callee.on()) ? Names.isTypeName(on) ? Names.type(on) : "" : type == null ? "" : type.name());
        }
        boolean makes = WITHOUT_NEW.contains(language()) && Names.isTypeName(name)
                && (!callee.on().exists() || Names.isName(callee.on()) && context.variable(on) == null);
        return makes ? Operand.of(callee.on().exists() ? on + "." + name : context.original(name)) : name.isEmpty() ? Operand.UNKNOWN
                : new Operand(name + "()", "");
    }

    private Operand member(Callee member) {
        String field = Names.last(member.name().text());
        if (isThis(member.on())) {
            return isNameless() ? Operand.UNKNOWN : new Operand("this." + field, "");
        }
        if (field.equals("this") || field.equals("self")) {
            return Operand.of(Names.type(member.on()));
        }
        return member.on().end() - member.on().start() < LONGEST ? operand(member.on()).member(field) : Operand.UNKNOWN;
    }
}
