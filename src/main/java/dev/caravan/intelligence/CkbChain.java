package dev.caravan.intelligence;

import dev.caravan.intelligence.ckb.CkbAnswer;
import dev.caravan.intelligence.ckb.CkbEdge;
import dev.caravan.intelligence.ckb.CkbNode;
import dev.caravan.intelligence.code.Chain;
import dev.caravan.intelligence.code.ChainNode;
import dev.caravan.intelligence.code.Direction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a chain from CKB's nodes and edges, starting at the definition in the question. */
final class CkbChain {

    private final Map<String, CkbNode> nodes = new HashMap<>();
    private final Map<String, List<CkbNode>> callers = new HashMap<>();
    private final Map<String, List<CkbNode>> callees = new HashMap<>();
    private final int depth;
    private int left;
    private boolean truncated;

    private CkbChain(CkbAnswer ckb, int depth, int most) {
        this.depth = depth;
        this.left = most;
        ckb.nodes().stream().filter(node -> node.symbolId() != null).forEach(node -> nodes.putIfAbsent(node.symbolId(), node));
        for (CkbEdge edge : ckb.edges()) {
            CkbNode from = nodes.get(edge.from());
            CkbNode to = nodes.get(edge.to());
            if (from != null && to != null) {
                callees.computeIfAbsent(edge.from(), none -> new ArrayList<>()).add(to);
                callers.computeIfAbsent(edge.to(), none -> new ArrayList<>()).add(from);
            }
        }
    }

    /** Returns empty if CKB did not find the definition, or does not know its position. */
    static Optional<Chain> of(CkbAnswer ckb, Direction direction, int depth, int most) {
        Optional<CkbNode> start = ckb.nodes().stream().filter(node -> node.symbolId() != null && node.distance() == 0 && isPlaced(node)).findFirst();
        if (start.isEmpty()) {
            return Optional.empty();
        }
        CkbChain chain = new CkbChain(ckb, depth, most);
        Deque<String> way = new ArrayDeque<>();
        CkbNode node = start.get();
        way.push(node.symbolId());
        List<ChainNode> up = direction == Direction.CALLEES ? List.of() : chain.next(node, way, chain.callers, true, 1);
        List<ChainNode> down = direction == Direction.CALLERS ? List.of() : chain.next(node, way, chain.callees, false, 1);
        return Optional.of(new Chain(new ChainNode(node.symbolId(), node.path(), node.line(), 0, up, down, false, true, 1), List.of(node.symbolId()), chain.truncated));
    }

    private static boolean isPlaced(CkbNode node) {
        return node.path() != null && node.line() > 0;
    }

    private List<ChainNode> next(CkbNode from, Deque<String> way, Map<String, List<CkbNode>> edges, boolean up, int level) {
        List<ChainNode> next = new ArrayList<>();
        if (level > depth) {
            return next;
        }
        for (CkbNode node : edges.getOrDefault(from.symbolId(), List.of()).stream().filter(CkbChain::isPlaced).distinct().toList()) {
            if (left == 0) {
                truncated = true;
                return next;
            }
            left--;
            boolean cycle = way.contains(node.symbolId());
            way.push(node.symbolId());
            List<ChainNode> further = cycle ? List.of() : next(node, way, edges, up, level + 1);
            way.pop();
            next.add(new ChainNode(node.symbolId(), node.path(), node.line(), level, up ? further : List.of(), up ? List.of() : further, cycle, true, 1));
        }
        return next;
    }
}
