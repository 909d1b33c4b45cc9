package dev.caravan.intelligence.code;

import dev.caravan.intelligence.code.Grammar.Role;
import java.util.Set;

/** Reads what an expression is called on, and its type if the file says it. */
record Expressions(ParseContext context) {

    private static final Set<Language> WITHOUT_NEW = Set.of(Language.PYTHON, Language.KOTLIN, Language.RUBY);
    private static final int LONGEST = 200;

    private Language language() {
        return context.language();
    }

    /** What a call names: {@code on.name(…)}; no name if the function is the value of another expression. */
    record Callee(SyntaxNode on, SyntaxNode name) {

        static final Callee NONE = new Callee(SyntaxNode.NONE, SyntaxNode.NONE);
    }

    /**
     * An expression that a call is made on, or the value of a variable.
     *
     * @param receiver as in {@link CallSite#receiver()}
     * @param type     its type's name; empty if not evident
     */
    record Operand(String receiver, String type) {

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

    /** Returns the outermost expression that a function or class is the value of: brackets, casts and calls of wrapping functions. */
    SyntaxNode unwrapped(SyntaxNode value) {
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

    /** Returns the module that {@code require('…')} loads; none for other expressions. */
    static SyntaxNode required(SyntaxNode value) {
        SyntaxNode call = value.is("await_expression") ? value.first() : value;
        boolean loads = call.is("call_expression") && (call.get("function").is("import") || call.get("function").text().equals("require"));
        return loads ? call.get("arguments").first("string") : SyntaxNode.NONE;
    }

    static Callee callee(SyntaxNode call) {
        SyntaxNode name = call.get("name", "method", "constructor");
        SyntaxNode function = Names.bare(name.or(call.get("function").or(call.first())));
        Callee member = member(function);
        boolean named = Names.isName(function) || function.role() == Role.SUPER || function.role() == Role.THIS;
        return member.name.exists() ? member : named ? new Callee(call.get("object", "scope", "receiver"), function) : Callee.NONE;
    }

    /** Returns a member and the expression that has it; none if the node is no member. */
    static Callee member(SyntaxNode node) {
        SyntaxNode name = node.inmost(at -> at.role() == Role.MEMBER || at.is("navigation_suffix", "dependent_name") ? at.last() : at);
        return node.role() != Role.MEMBER ? Callee.NONE : new Callee(node.children().size() < 2 ? node : node.first(), name);
    }

    static SyntaxNode made(SyntaxNode node) {
        return node.get("type", "constructor").or(node.first("name", "qualified_name"));
    }

    /** Returns what an expression is called on, and its type if the file says it. */
    Operand operand(SyntaxNode expression) {
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

    Operand result(SyntaxNode call) {
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

    Operand member(Callee member) {
        String field = Names.last(member.name.text());
        return field.equals("this") || field.equals("self") ? Operand.of(Names.type(member.on))
                : member.on.end() - member.on.start() < LONGEST ? operand(member.on).member(field) : Operand.UNKNOWN;
    }
}
