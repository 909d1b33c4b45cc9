package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.treesitter.TSNode;

/**
 * A named node of a syntax tree, or {@link #NONE}. Comments are no nodes.
 *
 * @param field  name of its field in the parent; empty if the grammar gives none
 * @param around its parent; null for none
 */
record SyntaxNode(Source source, int start, int end, String type, Grammar.Role role, String field, SyntaxNode around,
        List<SyntaxNode> children) {

    /** Represents a missing node. It has no type, text or children. */
    static final SyntaxNode NONE = new SyntaxNode(null, 0, 0, "", Grammar.Role.OTHER, "", null, List.of());

    private static final int MOST_STEPS = 50;

    /** Returns a new child of this one, the last so far; of {@link #NONE} a root. */
    SyntaxNode child(Source source, TSNode node, String type, Grammar.Role role, String field) {
        SyntaxNode child = new SyntaxNode(source, node.getStartByte(), node.getEndByte(), type, role, field, this, new ArrayList<>(2));
        if (exists()) {
            children.add(child);
        }
        return child;
    }

    boolean exists() {
        return this != NONE;
    }

    boolean is(String... types) {
        return Arrays.asList(types).contains(type);
    }

    SyntaxNode parent() {
        return around == null ? NONE : around;
    }

    boolean parentIs(String... types) {
        return parent().is(types);
    }

    List<SyntaxNode> fields(String name) {
        return children.stream().filter(child -> child.field.equals(name)).toList();
    }

    /** Returns the first of these fields that it has. */
    SyntaxNode get(String... names) {
        return Stream.of(names).flatMap(name -> children.stream().filter(child -> child.field.equals(name))).findFirst().orElse(NONE);
    }

    SyntaxNode or(SyntaxNode other) {
        return exists() ? this : other;
    }

    /** Returns the first child of one of these types. */
    SyntaxNode first(String... types) {
        return children.stream().filter(child -> child.is(types)).findFirst().orElse(NONE);
    }

    SyntaxNode first() {
        return children.isEmpty() ? NONE : children.get(0);
    }

    SyntaxNode last() {
        return children.isEmpty() ? NONE : children.get(children.size() - 1);
    }

    /** Returns the next child of its parent. */
    SyntaxNode next() {
        return parent().children.stream().dropWhile(child -> child != this).skip(1).findFirst().orElse(NONE);
    }

    /** Repeats a step until the node stays the same. Returns none after {@link #MOST_STEPS} steps. */
    SyntaxNode inmost(UnaryOperator<SyntaxNode> step) {
        SyntaxNode at = this;
        for (int steps = 0; steps < MOST_STEPS; steps++) {
            SyntaxNode next = step.apply(at);
            if (next == at) {
                return at;
            }
            at = next;
        }
        return NONE;
    }

    String text() {
        return exists() ? source.text(start, end) : "";
    }

    /** Returns the line, from 1. */
    int line() {
        return source.line(start);
    }

    /** Returns the line of its last character, from 1. */
    int lastLine() {
        return source.line(Math.max(start, end - 1));
    }
}
