package dev.caravan.intelligence.code;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/**
 * A chain of members, such as {@code a.b.c}.
 *
 * @param root   the object of the first member; none if it is unclear
 * @param fields in written order
 */
record MemberChain(SyntaxNode root, Deque<String> fields) {

    private static final int LONGEST = 50;

    /**
     * @param type   node type of a member; {@code object} and {@code field} name its parts
     * @param inside unwraps an object in brackets
     */
    static MemberChain of(SyntaxNode expression, String type, String object, String field, UnaryOperator<SyntaxNode> inside) {
        Deque<String> fields = new ArrayDeque<>();
        SyntaxNode at = expression;
        while (at.is(type)) {
            if (!at.get(field).exists() || fields.size() > LONGEST) {
                return new MemberChain(SyntaxNode.NONE, fields);
            }
            fields.addFirst(at.get(field).text());
            at = inside.apply(at.get(object));
        }
        return new MemberChain(at, fields);
    }

    Operand of(Operand object) {
        Operand operand = object;
        for (String field : fields) {
            operand = operand.member(field);
        }
        return operand;
    }

    /** Resolves members of the surrounding object. For a single member, its type is known where the field's type is. */
    Operand ofThis(ParseContext context) {
        Operand operand = of(new Operand("this", ""));
        Draft type = context.enclosingType();
        return fields.size() == 1 && type != null ? new Operand(operand.receiver(), type.memberType(fields.getFirst())) : operand;
    }
}
