package dev.caravan.intelligence.code;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.UnaryOperator;

/**
 * Members of members, such as {@code a.b.c}.
 *
 * @param root   what the first is a member of; none if that can't be said
 * @param fields from the first on
 */
record MemberChain(SyntaxNode root, Deque<String> fields) {

    private static final int LONGEST = 50;

    /**
     * @param type   of the nodes of members, with {@code object} and {@code field} for their parts
     * @param inside leads from an object to what it is without brackets
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

    /** Members of the object that the code around belongs to; of one alone, the type is known where its field's is. */
    Operand ofThis(ParseContext context) {
        Operand operand = of(new Operand("this", ""));
        Draft type = context.enclosingType();
        return fields.size() == 1 && type != null ? new Operand(operand.receiver(), type.memberType(fields.getFirst())) : operand;
    }
}
