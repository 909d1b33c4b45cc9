package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Grammar.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the syntax tree of one file, by the roles that {@code LANGUAGE.scm} gives its nodes. It finds definitions, imports, calls, and the
 * types of variables that are declared with a type or hold a new instance. Functions in a variable, a class field, or a property of a
 * variable's object are definitions, also when other functions wrap them ({@code memo(() => …)}). An anonymous class is a type {@code
 * Base{}}. Overloads of TypeScript and Python are one definition.
 */
record SyntaxReader(ParseContext context) {

    private static final Set<String> CONSTRUCTORS = Set.of("__construct", "initialize", "__init__", "constructor");
    private static final Set<Language> WITHOUT_NEW = Set.of(Language.PYTHON, Language.KOTLIN, Language.RUBY);
    private static final int LONGEST = 200;
    private static final Pattern WRITTEN_CALL = Pattern.compile("(\\.?)((?:\\w+(?:\\.|::))*)(\\w+)\\(");

    /** What a call names: {@code on.name(…)}; no name if the function is the value of another expression. */
    private record Callee(SyntaxNode on, SyntaxNode name) {

        static final Callee NONE = new Callee(SyntaxNode.NONE, SyntaxNode.NONE);
    }

    /**
     * An expression that a call is made on, or the value of a variable.
     *
     * @param receiver as in {@link CallSite#receiver()}
     * @param type     its type's name; empty if not evident
     */
    private record Operand(String receiver, String type) {

        static final Operand NONE = new Operand("", "");
        static final Operand UNKNOWN = new Operand("?", "");
        static final Operand THIS = new Operand("this", "");
        static final Operand SUPER = new Operand("super", "");

        static Operand of(String type) {
            return new Operand("?", type);
        }

        Operand member(String name) {
            boolean named = !receiver.isEmpty() && !receiver.equals("?") && !receiver.endsWith("()") && this != SUPER;
            return !type.isEmpty() ? new Operand(type + "." + name, "") : named ? new Operand(receiver + "." + name, "") : UNKNOWN;
        }
    }

    private record Parameters(List<String> types, Map<String, String> variables) {
    }

    private static boolean isType(Symbol around) {
        return around != null && around.kind() == SymbolKind.TYPE;
    }

    private Language language() {
        return context.language();
    }

    /** Visits a node, before its children. The context closes what this opens after the children. */
    void enter(SyntaxNode node) {
        switch (node.role()) {
            case PACKAGE -> {
                context.header(node);
                context.module(node.text().replaceAll("^\\s*package\\s+|[;\\s].*", ""));
            }
            case HEADER -> context.header(node);
            case IMPORT -> imported(node);
            case TYPE -> type(node);
            case ANONYMOUS -> {
                Role around = node.parent().role();
                if (node.is("object_literal") || around == Role.CONSTRUCT || around == Role.CONSTANT) {
                    anonymous(node, around == Role.CONSTANT && context.enclosingType() != null ? context.enclosingType().name()
                            : Names.type(node.first("delegation_specifier").or(made(node.parent()))));
                }
            }
            case FUNCTION, CONSTRUCTOR -> function(node);
            case HELD -> held(node);
            case LAMBDA -> inner(node);
            case VARIABLE -> variables(node);
            case LOOP -> {
                context.block();
                variables(node);
            }
            case BLOCK -> {
                context.block();
                node.children().stream().filter(child -> child.is("for_in_clause")).forEach(this::variables);
            }
            case CALL -> call(node);
            case CONSTANT, CONSTRUCT -> construct(node);
            case REFERENCE -> reference(node);
            case VALUES -> node.children().forEach(this::mention);
            case TOKENS -> tokens(node);
            default -> { }
        }
    }

    private void imported(SyntaxNode node) {
        boolean exports = node.is("export_statement");
        if (!exports) {
            context.header(node);
        }
        if (!exports || node.get("source").exists()) {
            context.importing(Import.of(language(), node.text()));
        }
    }

    private void type(SyntaxNode node) {
        SyntaxNode holder = node.is("class") ? unwrapped(node).parent() : SyntaxNode.NONE;
        boolean held = holder.is("variable_declarator");
        SyntaxNode name = held ? holder.get("name") : Names.of(node);
        boolean reference = node.type().endsWith("_specifier") && !node.get("body").exists();
        if (reference || node.is("type_definition") && Names.of(node.get("type")).exists()) {
            return;
        }
        if (name.exists() || node.parentIs("export_statement")) {
            String written = name.exists() ? Names.last(name.text().replaceAll("[\"']", "")) : "default";
            Symbol draft = open(written, node.get("parameters").exists() ? parameters(node) : new Parameters(List.of(), Map.of()),
                    held ? holder : node, name.or(node));
            node.children().stream().filter(child -> child.role() == Role.SUPERTYPES || child.field().equals("superclasses"))
                    .forEach(child -> draft.supertypes().addAll(Names.types(child.text())));
            String alias = node.is("type_alias_declaration", "type_alias") ? node.get("value", "type").text() : "|";
            draft.supertypes().addAll(alias.contains("|") || alias.contains("=>") ? List.of() : Names.types(alias));
        } else if (node.is("class")) {
            anonymous(node, "class");
        }
    }

    private void anonymous(SyntaxNode node, String supertype) {
        open(supertype + "{}", new Parameters(List.of(), Map.of()), node, node).supertypes().add(supertype);
    }

    private Symbol open(String name, Parameters components, SyntaxNode whole, SyntaxNode named) {
        Symbol around = context.definition();
        Symbol draft = context.open(SymbolKind.TYPE, name, name, isType(around) ? around.name() : "",
                around == null ? "" : around.qualified(), components.types, whole, named);
        components.variables.forEach((field, type) -> ParseContext.member(draft, field, type));
        context.declare("this", "this");
        return draft;
    }

    private void function(SyntaxNode node) {
        SyntaxNode name = Names.of(node);
        Symbol around = context.definition();
        SyntaxNode object = objectName(node.parent());
        boolean overload = node.type().endsWith("_signature") && Names.of(node.next()).text().equals(name.text())
                || node.parent().first().text().matches("@(?:\\w+\\.)?overload");
        if (overload || node.parentIs("object") && !object.exists() || node.get("name").is("computed_property_name")) {
            inner(node);
        } else if (name.exists()) {
            define(node, name, Names.last(name.text()), object.exists() ? SymbolKind.FUNCTION : SymbolKind.METHOD,
                    object.exists() ? object.text() : Names.owner(node, name),
                    node.parentIs("template_declaration") ? node.parent() : node);
        } else if (node.role() == Role.CONSTRUCTOR && isType(around)) {
            define(node, node, around.name(), SymbolKind.METHOD, "", node);
        } else if (node.parentIs("export_statement")) {
            define(node, node, "default", SymbolKind.FUNCTION, "", node);
        }
    }

    /**
     * Opens a definition of a function.
     *
     * @param kind  of a function that has an owner
     * @param owner name of the type or object that has it, if it is not written inside of that type; otherwise empty
     */
    private void define(SyntaxNode node, SyntaxNode name, String written, SymbolKind kind, String owner, SyntaxNode whole) {
        Symbol around = context.definition();
        boolean member = isType(around);
        String of = member ? around.name() : owner;
        boolean constructs = kind == SymbolKind.METHOD && !of.isEmpty()
                && (node.role() == Role.CONSTRUCTOR || written.equals(of) || CONSTRUCTORS.contains(written));
        String outer = around == null ? of : member || of.isEmpty() ? around.qualified() : around.qualified() + "." + of;
        Parameters parameters = parameters(node);
        context.open(constructs ? SymbolKind.CONSTRUCTOR : of.isEmpty() ? SymbolKind.FUNCTION : member ? SymbolKind.METHOD : kind,
                constructs ? of : written, written, of, outer, parameters.types, whole, name);
        parameters.variables.forEach(context::declare);
        SyntaxNode receiver = node.get("receiver").first();
        Names.bound(receiver).forEach(self -> context.declare(self, Names.type(receiver.get("type"))));
    }

    private void inner(SyntaxNode function) {
        context.block();
        parameters(function).variables.forEach(context::declare);
    }

    /** Reads a function that may get the name of what holds it. */
    private void held(SyntaxNode node) {
        SyntaxNode holder = unwrapped(node).parent();
        SyntaxNode name = holder.get("name", "left", "key", "property");
        SyntaxNode object = objectName(holder.parent());
        Symbol around = context.definition();
        if (holder.is("export_statement")) {
            SyntaxNode own = node.get("name").or(node);
            define(node, own, own == node ? "default" : own.text(), SymbolKind.FUNCTION, "", node);
        } else if (holder.is("assignment_expression") && name.role() == Role.MEMBER) {
            assigned(node, holder, name.first().text(), name.last());
        } else if (name.is("identifier", "property_identifier", "private_property_identifier")
                && (holder.role() == Role.VARIABLE || object.exists())
                && (!holder.is("assignment", "assignment_expression") || around == null || isType(around))) {
            define(node, name, name.text(), SymbolKind.FUNCTION, holder.is("pair") ? object.text() : "", holder);
        } else {
            inner(node);
        }
    }

    /** Reads {@code exports.name = …}, {@code Type.prototype.name = …}, {@code this.name = …} and {@code object.name = …}. */
    private void assigned(SyntaxNode node, SyntaxNode assignment, String on, SyntaxNode name) {
        Symbol type = context.enclosingType();
        boolean own = on.equals("this") && type != null;
        if (on.matches("(?:module\\.)?exports|module")) {
            SyntaxNode named = on.equals("module") ? node.get("name").or(node) : name;
            define(node, named, named == node ? "default" : named.text(), SymbolKind.FUNCTION, "", assignment);
        } else if (own || on.matches("[\\w$]+\\.prototype") || context.definition() == null && on.matches("[\\w$]+")) {
            Parameters parameters = parameters(node);
            String owner = own ? type.name() : on.replace(".prototype", "");
            context.open(on.equals(owner) ? SymbolKind.FUNCTION : SymbolKind.METHOD, name.text(), name.text(), owner,
                    own ? type.qualified() : owner, parameters.types, assignment, name);
            parameters.variables.forEach(context::declare);
        } else {
            inner(node);
        }
    }

    /** Returns the outermost expression that a function or class is the value of: brackets, casts and calls of wrapping functions. */
    private SyntaxNode unwrapped(SyntaxNode value) {
        return value.inmost(at -> {
            SyntaxNode around = at.parent();
            if (around.role() == Role.SAME || around.role() == Role.CAST) {
                return around;
            }
            SyntaxNode call = around.is("arguments") && around.first() == at ? around.parent() : SyntaxNode.NONE;
            Callee wrapper = callee(call.get("function").role() == Role.CALL ? call.get("function") : call);
            String on = wrapper.on.text();
            return wrapper.name.exists() && (on.isEmpty() || Names.isTypeName(on) || context.imports(on)) ? call : at;
        });
    }

    /** Whether the value of a variable is a definition with the variable's name. */
    private boolean isHeld(SyntaxNode value, SyntaxNode holder) {
        SyntaxNode inside = value.inmost(at -> {
            SyntaxNode same = Names.bare(at);
            return same.role() == Role.CALL && same.get("arguments").first().exists() ? same.get("arguments").first() : same;
        });
        return (inside.role() == Role.HELD || inside.is("class", "object")) && unwrapped(inside).parent() == holder;
    }

    /** Returns the variable that holds an object literal. */
    private SyntaxNode objectName(SyntaxNode object) {
        SyntaxNode holder = object.is("object") ? unwrapped(object).parent() : SyntaxNode.NONE;
        SyntaxNode name = holder.is("variable_declarator") ? holder.get("name") : SyntaxNode.NONE;
        return name.is("identifier") ? name : SyntaxNode.NONE;
    }

    private Parameters parameters(SyntaxNode function) {
        List<String> types = new ArrayList<>();
        Map<String, String> variables = new LinkedHashMap<>();
        Symbol type = context.enclosingType();
        boolean member = type != null && type == context.definition();
        SyntaxNode list = Names.parameters(function);
        for (SyntaxNode parameter : Names.isName(list) ? List.of(list) : list.children()) {
            List<String> names = Names.bound(parameter);
            String written = Names.parameterType(parameter);
            if (member && language() == Language.PYTHON && (names.contains("self") || names.contains("cls"))) {
                variables.put(names.get(0), "this");
            } else if (!names.isEmpty() || !written.isEmpty() && !written.equals("void")) {
                boolean typed = names.size() == Math.max(1, parameter.fields("name").size());
                names.forEach(name -> variables.put(name, typed ? Names.type(written) : ""));
                parameter.fields("name").stream().skip(1).forEach(more -> types.add(written));
                types.add(written);
                if (type != null && parameter.first("accessibility_modifier", "visibility_modifier").exists()) {
                    names.forEach(name -> ParseContext.member(type, name.replace("$", ""), Names.type(written)));
                }
            }
        }
        return new Parameters(types, variables);
    }

    private void variables(SyntaxNode node) {
        SyntaxNode module = required(node.get("value"));
        Callee field = member(node.get("left"));
        if (module.exists()) {
            String names = node.get("name").text();
            context.importing(Import.of(language(), "import " + (node.get("name").is("identifier") ? "* as " + names
                    : names.replace(":", " as ")) + " from " + module.text()));
        } else if (field.name.exists()) {
            if (operand(field.on) == Operand.THIS && context.enclosingType() != null) {
                String type = Names.type(node.get("type"));
                ParseContext.member(context.enclosingType(), field.name.text(), type.isEmpty() ? operand(node.get("right")).type : type);
            }
        } else {
            declare(node);
        }
    }

    private void declare(SyntaxNode node) {
        SyntaxNode typed = node.first("variable_declaration").or(node);
        List<SyntaxNode> declarators = new ArrayList<>(typed.fields("declarator"));
        typed.children().stream().filter(child -> child.is("variable_declarator", "property_element") && child.field().isEmpty())
                .forEach(declarators::add);
        String written = Names.type(node.is("instanceof_expression") ? node.get("right").text() : Names.parameterType(typed));
        for (SyntaxNode one : declarators.isEmpty() ? List.of(node) : declarators) {
            boolean caught = one.is("as_pattern") && one.parentIs("except_clause");
            SyntaxNode value = one.get("value", "right").or(one.is("as_pattern") ? one.first() : one != node && one.children().size() > 1
                    || typed != node && node.last() != typed ? one == node ? node.last() : one.last() : SyntaxNode.NONE);
            List<SyntaxNode> named = one.fields("name");
            List<String> names = (named.isEmpty() ? List.of(one.get("left", "pattern", "alias").or(one == node ? typed : one)) : named)
                    .stream().flatMap(pattern -> Names.bound(pattern).stream()).toList();
            String type = names.size() == 1 && written.isEmpty() && !node.type().startsWith("for") ? caught ? Names.type(value)
                    : operand(value).type : names.size() == Math.max(1, named.size()) ? written : "";
            if (!isHeld(value, one) && !isComponent(one, value)) {
                names.forEach(name -> declare(name.replace("$", ""), name, type, node.get("left").exists()));
            }
            if (names.isEmpty() && isType(context.definition()) && language() == Language.GO) {
                context.definition().supertypes().add(written);
                ParseContext.member(context.definition(), Names.last(written), written);
            }
        }
    }

    private void declare(String field, String name, String type, boolean assigns) {
        String before = context.variable(name);
        if (isType(context.definition())) {
            ParseContext.member(context.definition(), field, type);
        } else if (!name.equals("_") && (before == null || before.isEmpty() || !type.isEmpty() || !assigns)) {
            context.declare(name, type);
        }
    }

    /** Opens a definition for {@code const Row = memo(Base)}, where both are names of components. */
    private boolean isComponent(SyntaxNode declarator, SyntaxNode value) {
        SyntaxNode wrapped = value.role() == Role.CALL ? value.get("arguments").first() : SyntaxNode.NONE;
        boolean component = language().isScript() && context.definition() == null && wrapped.is("identifier")
                && Names.isTypeName(wrapped.text()) && Names.isTypeName(declarator.get("name").text())
                && unwrapped(wrapped).parent() == declarator;
        if (component) {
            define(declarator, declarator.get("name"), declarator.get("name").text(), SymbolKind.FUNCTION, "", declarator);
            context.mention(wrapped);
        }
        return component;
    }

    /** Returns the module that {@code require('…')} loads; none for other expressions. */
    private static SyntaxNode required(SyntaxNode value) {
        SyntaxNode call = value.is("await_expression") ? value.first() : value;
        boolean loads = call.is("call_expression") && (call.get("function").is("import") || call.get("function").text().equals("require"));
        return loads ? call.get("arguments").first("string") : SyntaxNode.NONE;
    }

    private static Callee callee(SyntaxNode call) {
        SyntaxNode name = call.get("name", "method", "constructor");
        SyntaxNode function = Names.bare(name.or(call.get("function").or(call.first())));
        Callee member = member(function);
        boolean named = Names.isName(function) || function.role() == Role.SUPER || function.role() == Role.THIS;
        return member.name.exists() ? member : named ? new Callee(call.get("object", "scope", "receiver"), function) : Callee.NONE;
    }

    /** Returns a member and the expression that has it; none if the node is no member. */
    private static Callee member(SyntaxNode node) {
        SyntaxNode name = node.inmost(at -> at.role() == Role.MEMBER || at.is("navigation_suffix", "dependent_name") ? at.last() : at);
        return node.role() != Role.MEMBER ? Callee.NONE : new Callee(node.children().size() < 2 ? node : node.first(), name);
    }

    private void call(SyntaxNode node) {
        Callee callee = callee(node);
        String name = Names.last(callee.name.text());
        Symbol type = context.enclosingType();
        boolean alone = !callee.on.exists();
        boolean element = node.type().startsWith("jsx_");
        if (name.isEmpty() || required(node).exists() || element && alone && !Names.isTypeName(name)
                || name.equals("super") && language() == Language.PYTHON) {
            return;
        }
        int count = element ? -1 : count(node);
        if (CONSTRUCTORS.contains(name) && operand(callee.on) == Operand.SUPER || alone && operand(callee.name) == Operand.SUPER) {
            construct(callee.name, type == null ? "" : type.supertypes().stream().findFirst().orElse(""), count, "");
        } else if (alone && operand(callee.name) == Operand.THIS) {
            construct(callee.name, type == null ? "" : type.name(), count, callee.name.is("this") ? "this" : "");
        } else if (node.get("method").exists() && name.equals("new")) {
            construct(callee.name, result(node).type, count, "");
        } else if (!alone || context.variable(name) == null || language() == Language.JAVA) {
            call(callee.name, alone ? context.original(name) : name, count, alone ? Operand.NONE : operand(callee.on));
        }
    }

    /** Reads calls in the text that a macro of Rust gets. */
    private void tokens(SyntaxNode node) {
        for (Matcher call = WRITTEN_CALL.matcher(node.text()); call.find(); ) {
            String[] parts = call.group(2).split("\\.|::");
            String type = context.variable(parts[0]);
            Operand on = !call.group(1).isEmpty() || "".equals(type) ? Operand.UNKNOWN : parts[0].equals("self") ? Operand.THIS
                    : new Operand(parts[0], type == null ? "" : type);
            for (int i = 1; i < parts.length; i++) {
                on = on.member(parts[i]);
            }
            if (!parts[0].isEmpty() || context.variable(call.group(3)) == null) {
                call(node, call.group(3), -1, on);
            }
        }
    }

    private void call(SyntaxNode named, String name, int arguments, Operand on) {
        context.call(named, new CallSite(context.caller(), name, false, arguments, on.receiver, on.type, named.line()));
    }

    /** @param type as written, with its package or outer type; empty if the type is unknown, then it adds nothing */
    private void construct(SyntaxNode named, String type, int arguments, String receiver) {
        int dot = type.lastIndexOf('.');
        String on = receiver.isEmpty() && dot >= 0 ? type.substring(0, dot) : receiver;
        if (!type.isEmpty() && !type.endsWith("[]")) {
            context.call(named, new CallSite(context.caller(), type.substring(dot + 1), true, arguments, on, "", named.line()));
        }
    }

    /** Reads {@code new Type(…)}, and enum constants with arguments. */
    private void construct(SyntaxNode node) {
        Symbol around = context.enclosingType();
        if (node.role() == Role.CONSTANT && around != null) {
            ParseContext.member(around, node.get("name").text(), around.name());
            construct(node.get("name"), node.get("arguments").exists() ? around.name() : "", count(node), "");
        } else {
            String name = Names.type(made(node));
            boolean visible = name.contains(".") || context.variable(name) == null || language() == Language.JAVA;
            construct(made(node), visible ? context.original(name) : "", count(node), "");
        }
    }

    private static SyntaxNode made(SyntaxNode node) {
        return node.get("type", "constructor").or(node.first("name", "qualified_name"));
    }

    /** Returns the number of arguments; -1 if the syntax does not list them. */
    private int count(SyntaxNode call) {
        SyntaxNode suffix = call.first("call_suffix");
        SyntaxNode list = call.get("arguments").or(suffix.first("value_arguments"));
        boolean several = language() == Language.GO && list.children().size() == 1 && list.first().role() == Role.CALL;
        return several || list.is("template_string") ? -1 : list.children().size() + (suffix.first("annotated_lambda").exists() ? 1 : 0);
    }

    /** Reads Java's {@code Type::name}. */
    private void reference(SyntaxNode node) {
        SyntaxNode on = node.first();
        if (node.children().size() < 2) {
            construct(on, Names.type(on), -1, "");
        } else {
            boolean type = on.is("generic_type", "type_identifier", "scoped_type_identifier");
            call(node.last(), node.last().text(), -1, type ? new Operand(Names.type(on), "") : operand(on));
        }
    }

    /** Reads a value that may be a function that is passed. */
    private void mention(SyntaxNode value) {
        Callee member = member(value);
        if (value.is("identifier", "shorthand_property_identifier")) {
            boolean other = value.parentIs("object") && value.parent().parentIs("assignment_expression") || value.field().equals("key")
                    || Names.isTypeName(value.text());
            if (context.variable(value.text()) == null && (!other || language() == Language.GO)) {
                context.mention(value);
            }
        } else if (member.name.exists()) {
            Symbol type = context.enclosingType();
            Operand on = operand(member.on);
            boolean own = on == Operand.THIS && type != null
                    && type.members().stream().noneMatch(field -> field.startsWith(member.name.text() + ":"));
            boolean imported = member.on.is("identifier") && context.variable(member.on.text()) == null
                    && context.imports(member.on.text());
            if (own || imported || language() == Language.GO && !on.type.isEmpty()) {
                call(member.name, member.name.text(), -1, on);
            }
        }
    }

    /** Returns what an expression is called on, and its type if the file says it. */
    private Operand operand(SyntaxNode expression) {
        SyntaxNode at = Names.bare(expression);
        String text = at.children().isEmpty() || Names.isName(at) ? Names.dotted(at.text()) : "";
        String variable = context.variable(text);
        if (at.role() == Role.THIS && !text.equals("parent") || Set.of("$this", "Self").contains(text) || "this".equals(variable)) {
            return Operand.THIS;
        }
        return switch (at.role()) {
            case THIS, SUPER -> Operand.SUPER;
            case CONSTRUCT -> Operand.of(Names.type(made(at)));
            case CAST -> at.children().size() < 2 ? operand(at.first()) : Operand.of(Names.type(at.get("type", "name").or(at.last())));
            case CALL -> result(at);
            case MEMBER -> member(at).on != at ? member(member(at)) : at.text().startsWith("this.") ? Operand.THIS
                    : at.text().startsWith("base.") ? Operand.SUPER : Operand.UNKNOWN;
            default -> !Names.isName(at) || variable == null && text.startsWith("$") || "".equals(variable) ? Operand.UNKNOWN
                    : variable == null ? new Operand(context.original(text), "") : new Operand(text, variable);
        };
    }

    private Operand result(SyntaxNode call) {
        Callee callee = callee(call);
        String name = Names.last(callee.name.text());
        String on = Names.isName(callee.on) || callee.on.role() == Role.MEMBER ? Names.dotted(callee.on.text()) : "";
        Symbol type = context.enclosingType();
        if (name.equals("new")) {
            boolean own = !callee.on.exists() || operand(callee.on) == Operand.THIS;
            return Operand.of(own && type != null ? type.name() : Names.isTypeName(on) ? on : "");
        }
        boolean makes = WITHOUT_NEW.contains(language()) && Names.isTypeName(name)
                && (!callee.on.exists() || !on.isEmpty() && context.variable(on) == null);
        return makes ? Operand.of(callee.on.exists() ? on + "." + name : context.original(name))
                : name.equals("super") && language() == Language.PYTHON ? Operand.SUPER
                : name.isEmpty() ? Operand.UNKNOWN : new Operand(name + "()", "");
    }

    private Operand member(Callee member) {
        String field = Names.last(member.name.text());
        return field.equals("this") || field.equals("self") ? Operand.of(Names.type(member.on))
                : member.on.end() - member.on.start() < LONGEST ? operand(member.on).member(field) : Operand.UNKNOWN;
    }
}
