package dev.caravan.intelligence.code;

import java.util.List;
import java.util.Set;

/** Reads calls, references and types of expressions in JavaScript and TypeScript. */
final class ScriptExpressions {

    private static final Set<String> BINDINGS = Set.of("call", "apply", "bind");

    private ScriptExpressions() {
    }

    /** Returns the module that {@code require('…')} loads; none for other expressions. */
    static SyntaxNode required(SyntaxNode value) {
        SyntaxNode call = value.is("await_expression") ? value.first() : value;
        SyntaxNode function = call.is("call_expression") ? call.get("function") : SyntaxNode.NONE;
        boolean loads = function.is("import") || function.is("identifier") && function.text().equals("require");
        return loads ? call.get("arguments").first("string") : SyntaxNode.NONE;
    }

    static void call(SyntaxNode node, ParseContext context) {
        SyntaxNode called = unwrapped(node.get("function"));
        if (!node.get("arguments").exists() || required(node).exists()) {
            return;
        }
        Arguments arguments = arguments(node, context);
        if (called.is("member_expression") && BINDINGS.contains(called.get("property").text()) && called.get("object").is("identifier", "member_expression")) {
            called = called.get("object");
            arguments = Arguments.OPEN;
        }
        if (called.is("super")) {
            Draft type = context.enclosingType();
            if (type != null && !type.firstSupertype().isEmpty()) {
                context.construct(called, type.firstSupertype(), arguments);
            }
        } else if (called.is("identifier") && isFree(called.text(), context)) {
            context.call(called, context.original(called.text()), arguments, Operand.NONE);
        } else if (called.is("member_expression") && (context.nameless() == null || !called.get("object").is("this"))) {
            context.call(called.get("property"), called.get("property").text(), arguments, operand(called.get("object"), context));
        }
    }

    private static Arguments arguments(SyntaxNode call, ParseContext context) {
        SyntaxNode list = call.get("arguments");
        boolean template = list.is("template_string");
        List<SyntaxNode> written = template ? List.of() : list.withoutComments();
        return Arguments.of(written, template || written.stream().anyMatch(argument -> argument.is("spread_element")), argument -> operand(argument, context));
    }

    /** Whether a name means a definition, not a variable or parameter. */
    private static boolean isFree(String name, ParseContext context) {
        Variable variable = context.variable(name);
        return variable == null || variable.callable();
    }

    static void creation(SyntaxNode node, ParseContext context) {
        SyntaxNode constructor = node.get("constructor");
        String written = constructor.is("identifier", "member_expression") ? created(node, context) : "";
        if (!written.isEmpty() && (written.contains(".") || isFree(constructor.text(), context))) {
            SyntaxNode named = constructor.get("property").exists() ? constructor.get("property") : constructor;
            context.construct(named, written, arguments(node, context));
        }
    }

    static String created(SyntaxNode creation, ParseContext context) {
        return ScriptTypes.named(creation.get("constructor").text().replaceAll("\\s", ""), context);
    }

    static void element(SyntaxNode node, ParseContext context) {
        SyntaxNode name = node.get("name");
        if (name.is("identifier") && Character.isUpperCase(name.text().charAt(0)) && isFree(name.text(), context)) {
            context.call(name, context.original(name.text()), Arguments.OPEN, Operand.NONE);
        } else if (name.is("member_expression") && name.get("object").is("identifier")) {
            String object = name.get("object").text();
            context.call(name.get("property"), name.get("property").text(), Arguments.OPEN, Operand.named(object, context.variable(object)));
        }
    }

    static void reference(SyntaxNode node, ParseContext context) {
        if (node.is("identifier")) {
            mention(node, context);
        } else if (node.is("member_expression") && node.get("property").exists()) {
            SyntaxNode on = node.get("object");
            String name = node.get("property").text();
            Draft type = context.enclosingType();
            boolean own = on.is("this") && type != null && context.nameless() == null && type.memberType(name).isEmpty();
            if (own || on.is("identifier") && context.variable(on.text()) == null && context.imports(on.text())) {
                context.reference(node.get("property"), name, operand(on, context));
            }
        }
    }

    static void mention(SyntaxNode node, ParseContext context) {
        boolean exported = node.parentIs("object") && node.parent().parentIs("assignment_expression")
                && node.parent().parent().text().startsWith("module.exports");
        if (!exported && !Character.isUpperCase(node.text().charAt(0)) && isFree(node.text(), context)) {
            context.mention(node, context.original(node.text()));
        }
    }

    private static SyntaxNode unwrapped(SyntaxNode expression) {
        SyntaxNode at = expression;
        while (at.is("parenthesized_expression", "non_null_expression", "await_expression", "instantiation_expression")) {
            at = at.firstWithoutComments();
        }
        return at;
    }

    static Operand operand(SyntaxNode expression, ParseContext context) {
        SyntaxNode at = unwrapped(expression).inmost(outer -> unwrapped(switch (outer.type()) {
            case "assignment_expression" -> outer.get("right");
            case "ternary_expression" -> outer.get("consequence");
            case "as_expression", "satisfies_expression" -> isAsserted(outer) ? outer : outer.first();
            default -> outer;
        }));
        Draft type = context.enclosingType();
        return switch (at.type()) {
            case "this" -> context.nameless() != null ? Operand.UNKNOWN : new Operand("this", type == null ? "" : type.name());
            case "super" -> new Operand("super", "");
            case "identifier" -> variable(at, context);
            case "member_expression" -> member(at, context);
            case "call_expression" -> result(unwrapped(at.get("function")), context);
            case "new_expression" -> Operand.of(created(at, context));
            case "as_expression", "satisfies_expression" -> Operand.of(ScriptTypes.simple(at.last(), context));
            case "type_assertion" -> Operand.of(ScriptTypes.simple(at.first("type_arguments").first(), context));
            case "subscript_expression" -> {
                String array = at.get("object").is("identifier", "member_expression") ? operand(at.get("object"), context).type() : "";
                yield array.endsWith("[]") ? Operand.of(array.substring(0, array.length() - 2)) : Operand.UNKNOWN;
            }
            case "string", "template_string" -> Operand.of("string");
            case "number" -> Operand.of("number");
            case "true", "false" -> Operand.of("boolean");
            case "array" -> Operand.of("Array");
            case "object" -> Operand.of("Object");
            case "regex" -> Operand.of("RegExp");
            case "arrow_function", "function_expression" -> Operand.of("Function");
            default -> Operand.UNKNOWN;
        };
    }

    private static boolean isAsserted(SyntaxNode assertion) {
        return assertion.children().size() > 1 && !assertion.last().text().equals("const");
    }

    private static Operand variable(SyntaxNode name, ParseContext context) {
        Variable variable = context.variable(name.text());
        return variable == null ? Operand.named(context.original(name.text()), null)
                : variable.callable() ? new Operand(name.text(), "") : Operand.named(name.text(), variable);
    }

    private static Operand result(SyntaxNode function, ParseContext context) {
        if (function.is("identifier")) {
            return isFree(function.text(), context) ? new Operand(context.original(function.text()) + "()", "") : Operand.UNKNOWN;
        }
        SyntaxNode name = function.is("member_expression") ? function.get("property") : SyntaxNode.NONE;
        return name.exists() ? new Operand(name.text() + "()", "") : Operand.UNKNOWN;
    }

    private static Operand member(SyntaxNode member, ParseContext context) {
        MemberChain chain = MemberChain.of(member, "member_expression", "object", "property", ScriptExpressions::unwrapped);
        return switch (chain.root().type()) {
            case "identifier" -> chain.of(variable(chain.root(), context));
            case "this" -> context.nameless() == null ? chain.ofThis(context) : Operand.UNKNOWN;
            default -> Operand.UNKNOWN;
        };
    }
}
