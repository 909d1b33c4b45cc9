package dev.caravan.intelligence.code;

import java.util.List;

/**
 * Call chains as readable text: {@code <-} before a caller, {@code ->} before a callee, {@code ?} after an uncertain one, indented by
 * depth.
 */
final class ChainText {

    private ChainText() {
    }

    static String of(ChainSearch.Chain chain) {
        StringBuilder text = new StringBuilder(chain.start().symbol().id()).append('\n');
        append(chain.start(), text);
        return text.toString();
    }

    private static void append(ChainSearch.ChainNode node, StringBuilder text) {
        append(node.callers(), "<- ", text);
        append(node.callees(), "-> ", text);
    }

    private static void append(List<ChainSearch.ChainNode> nodes, String arrow, StringBuilder text) {
        for (ChainSearch.ChainNode node : nodes) {
            text.append("  ".repeat(node.depth())).append(arrow).append(node.symbol().id()).append(node.cycle() ? " (cycle)" : "")
                    .append(!node.edge().certain() ? " ?" : "").append('\n');
            append(node, text);
        }
    }
}
