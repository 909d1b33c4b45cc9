package dev.caravan.intelligence.code;

/**
 * The function that a call names.
 *
 * @param name   none if the function is the value of another expression
 * @param on     what it is called on; none if it is called on nothing
 * @param hidden whether it is called on something that is written elsewhere, as in {@code a?.b()} of C#
 */
record Callee(SyntaxNode name, SyntaxNode on, boolean hidden) {

    private static final Callee NONE = new Callee(SyntaxNode.NONE, SyntaxNode.NONE, false);

    static Callee of(SyntaxNode call) {
        if (call.get("function").exists()) {
            return named(call.get("function"));
        }
        if (call.get("name").exists()) {
            return new Callee(call.get("name"), call.get("object").exists() ? call.get("object") : call.get("scope"), false);
        }
        return call.is("call") ? new Callee(call.get("method"), call.get("receiver"), false) : named(call.first());
    }

    private static Callee named(SyntaxNode function) {
        SyntaxNode at = function.inmost(outer -> switch (outer.type()) {
            case "generic_function" -> outer.get("function");
            case "template_function", "template_method" -> outer.get("name");
            case "parenthesized_expression" -> outer.first();
            default -> outer;
        });
        if (at.is("member_binding_expression")) {
            return new Callee(plain(at.get("name")), SyntaxNode.NONE, true);
        }
        if (at.is("generic_name") || Names.isName(at) && !at.get("name").exists()) {
            return new Callee(plain(at), SyntaxNode.NONE, false);
        }
        return member(at);
    }

    /** Returns a member and the expression that has it; none if the node is no member. */
    static Callee member(SyntaxNode node) {
        return switch (node.type()) {
            case "field_expression" -> new Callee(plain(node.get("field")), node.get("argument").exists() ? node.get("argument") : node.get("value"), false);
            case "member_access_expression", "nullsafe_member_access_expression" ->
                new Callee(plain(node.get("name")), node.get("expression").exists() ? node.get("expression") : node.get("object"), false);
            case "qualified_identifier", "scoped_identifier" -> new Callee(plain(node.get("name")), node.get("scope").exists() ? node.get("scope") : node.get("path"), false);
            case "navigation_expression" -> new Callee(node.last().first("simple_identifier"), node.first(), false);
            default -> NONE;
        };
    }

    private static SyntaxNode plain(SyntaxNode name) {
        return name.inmost(outer -> switch (outer.type()) {
            case "generic_name" -> outer.first("identifier");
            case "template_function", "template_method", "qualified_identifier", "dependent_name" -> outer.get("name");
            default -> outer;
        });
    }
}
