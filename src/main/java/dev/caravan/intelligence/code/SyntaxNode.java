package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.treesitter.TSNode;

/** A named node of a {@link SourceParser.SyntaxTree}, or {@link #NONE}. Its text is readable while the tree is open. */
final class SyntaxNode {

    /** Represents a missing node. It has no type, text or children. */
    static final SyntaxNode NONE = new SyntaxNode(null, null, "", "", null);

    private static final int MOST_STEPS = 50;

    private final Source source;
    private final TSNode node;
    private final String type;
    private final String field;
    private final SyntaxNode parent;
    private final int index;
    private final List<SyntaxNode> children = new ArrayList<>(2);

    SyntaxNode(Source source, TSNode node, String type, String field, SyntaxNode parent) {
        this.source = source;
        this.node = node;
        this.type = type;
        this.field = field;
        this.parent = parent;
        this.index = parent == null ? 0 : parent.children.size();
        if (parent != null) {
            parent.children.add(this);
        }
    }

    boolean exists() {
        return this != NONE;
    }

    String type() {
        return type;
    }

    boolean is(String... types) {
        return Arrays.asList(types).contains(type);
    }

    /** Returns the name of its field in the parent; empty if the grammar gives none. */
    String field() {
        return field;
    }

    SyntaxNode parent() {
        return parent == null ? NONE : parent;
    }

    boolean parentIs(String... types) {
        return parent().is(types);
    }

    List<SyntaxNode> children() {
        return children;
    }

    /** Returns the children of these types. */
    List<SyntaxNode> children(String... types) {
        return children.stream().filter(child -> child.is(types)).toList();
    }

    List<SyntaxNode> fields(String name) {
        return children.stream().filter(child -> child.field.equals(name)).toList();
    }

    SyntaxNode get(String name) {
        for (SyntaxNode child : children) {
            if (child.field.equals(name)) {
                return child;
            }
        }
        return NONE;
    }

    /** Returns the first of these fields that it has. */
    SyntaxNode get(String... names) {
        return Stream.of(names).map(this::get).filter(SyntaxNode::exists).findFirst().orElse(NONE);
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

    boolean isComment() {
        return is("comment", "line_comment", "block_comment", "multiline_comment");
    }

    List<SyntaxNode> withoutComments() {
        return children.stream().filter(child -> !child.isComment()).toList();
    }

    SyntaxNode firstWithoutComments() {
        return children.stream().filter(child -> !child.isComment()).findFirst().orElse(NONE);
    }

    /** Repeats a step inwards until the node stays the same. Returns none after {@link #MOST_STEPS} steps. */
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

    SyntaxNode previous() {
        return index == 0 || parent == null ? NONE : parent.children.get(index - 1);
    }

    String text() {
        return exists() ? source.text(start(), end()) : "";
    }

    int start() {
        return node.getStartByte();
    }

    int end() {
        return node.getEndByte();
    }

    /** Returns the line, from 1. */
    int line() {
        return source.line(start());
    }

    /** Returns the line of its last character, from 1. */
    int lastLine() {
        return source.line(Math.max(start(), end() - 1));
    }
}
