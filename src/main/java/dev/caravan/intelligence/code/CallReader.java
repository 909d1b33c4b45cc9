package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Expressions.Callee;
import dev.caravan.intelligence.code.Expressions.Operand;
import dev.caravan.intelligence.code.Grammar.Role;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads calls: which name is called on what, with how many arguments; and functions that are passed as values. */
record CallReader(ParseContext context, Expressions expressions) {

    private static final Pattern WRITTEN_CALL = Pattern.compile("(\\.?)((?:\\w+(?:\\.|::))*)(\\w+)\\(");

    private Language language() {
        return context.language();
    }

    void call(SyntaxNode node) {
        Callee callee = Expressions.callee(node);
        String name = Names.last(callee.name().text());
        Symbol type = context.enclosingType();
        boolean alone = !callee.on().exists();
        boolean element = node.type().startsWith("jsx_");
        if (name.isEmpty() || Expressions.required(node).exists() || element && alone && !Names.isTypeName(name)
                || name.equals("super") && language() == Language.PYTHON) {
            return;
        }
        int count = element ? -1 : count(node);
        if (Names.isConstructor(name) && expressions.operand(callee.on()) == Operand.SUPER
                || alone && expressions.operand(callee.name()) == Operand.SUPER) {
            construct(callee.name(), type == null ? "" : type.supertypes().stream().findFirst().orElse(""), count, "");
        } else if (alone && expressions.operand(callee.name()) == Operand.THIS) {
            construct(callee.name(), type == null ? "" : type.name(), count, callee.name().is("this") ? "this" : "");
        } else if (node.get("method").exists() && name.equals("new")) {
            construct(callee.name(), expressions.result(node).type(), count, "");
        } else if (!alone || context.variable(name) == null || language() == Language.JAVA) {
            call(callee.name(), alone ? context.original(name) : name, count, alone ? Operand.NONE : expressions.operand(callee.on()));
        }
    }

    /** Reads calls in the text that a macro of Rust gets. */
    void tokens(SyntaxNode node) {
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
        context.call(named, new CallSite(context.caller(), name, false, arguments, on.receiver(), on.type(), named.line()));
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
    void construct(SyntaxNode node) {
        Symbol around = context.enclosingType();
        if (node.role() == Role.CONSTANT && around != null) {
            ParseContext.member(around, node.get("name").text(), around.name());
            construct(node.get("name"), node.get("arguments").exists() ? around.name() : "", count(node), "");
        } else {
            String name = Names.type(Expressions.made(node));
            boolean visible = name.contains(".") || context.variable(name) == null || language() == Language.JAVA;
            construct(Expressions.made(node), visible ? context.original(name) : "", count(node), "");
        }
    }

    /** Returns the number of arguments; -1 if the syntax does not list them. */
    private int count(SyntaxNode call) {
        SyntaxNode suffix = call.first("call_suffix");
        SyntaxNode list = call.get("arguments").or(suffix.first("value_arguments"));
        boolean several = language() == Language.GO && list.children().size() == 1 && list.first().role() == Role.CALL;
        return several || list.is("template_string") ? -1 : list.children().size() + (suffix.first("annotated_lambda").exists() ? 1 : 0);
    }

    /** Reads Java's {@code Type::name}. */
    void reference(SyntaxNode node) {
        SyntaxNode on = node.first();
        if (node.children().size() < 2) {
            construct(on, Names.type(on), -1, "");
        } else {
            boolean type = on.is("generic_type", "type_identifier", "scoped_type_identifier");
            call(node.last(), node.last().text(), -1, type ? new Operand(Names.type(on), "") : expressions.operand(on));
        }
    }

    /** Reads a value that may be a function that is passed. */
    void mention(SyntaxNode value) {
        Callee member = Expressions.member(value);
        if (value.is("identifier", "shorthand_property_identifier")) {
            boolean other = value.parentIs("object") && value.parent().parentIs("assignment_expression") || value.field().equals("key")
                    || Names.isTypeName(value.text());
            if (context.variable(value.text()) == null && (!other || language() == Language.GO)) {
                context.mention(value);
            }
        } else if (member.name().exists()) {
            Symbol type = context.enclosingType();
            Operand on = expressions.operand(member.on());
            boolean own = on == Operand.THIS && type != null
                    && type.members().stream().noneMatch(field -> field.startsWith(member.name().text() + ":"));
            boolean imported = member.on().is("identifier") && context.variable(member.on().text()) == null
                    && context.imports(member.on().text());
            if (own || imported || language() == Language.GO && !on.type().isEmpty()) {
                call(member.name(), member.name().text(), -1, on);
            }
        }
    }
}
