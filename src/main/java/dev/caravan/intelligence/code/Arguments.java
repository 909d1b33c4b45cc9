package dev.caravan.intelligence.code;

import java.util.List;
import java.util.function.Function;

/**
 * The arguments of a call.
 *
 * @param count as in {@link CallSite#arguments()}
 * @param types as in {@link CallSite#argumentTypes()}
 */
record Arguments(int count, List<String> types) {

    static final Arguments OPEN = new Arguments(-1, List.of());

    /** @param open whether there may be more arguments than are written */
    static Arguments of(List<SyntaxNode> written, boolean open, Function<SyntaxNode, Operand> operand) {
        return new Arguments(open ? -1 : written.size(), written.stream().map(argument -> operand.apply(argument).argument()).toList());
    }
}
