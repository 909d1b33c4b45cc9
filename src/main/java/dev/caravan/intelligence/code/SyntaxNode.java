package dev.caravan.intelligence.code;

import java.util.ArrayList;
import java.util.List;
import org.treesitter.TSNode;

/** A named node of a {@link SyntaxTree}; its text can be read as long as the tree is open. */
final class SyntaxNode {

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

    String type() {
        return type;
    }

    boolean is(String... types) {
        for (String one : types) {
            if (type.equals(one)) {
                return true;
            }
        }
        return false;
    }

    /** What it is to its parent; empty if the grammar does not say. */
    String field() {
        return field;
    }

    /** Null at the root. */
    SyntaxNode parent() {
        return parent;
    }

    boolean parentIs(String... types) {
        return parent != null && parent.is(types);
    }

    List<SyntaxNode> children() {
        return children;
    }

    /** Those of one of the types. */
    List<SyntaxNode> children(String... types) {
        return children.stream().filter(child -> child.is(types)).toList();
    }

    List<SyntaxNode> fields(String name) {
        return children.stream().filter(child -> child.field.equals(name)).toList();
    }

    /** Null if there is none. */
    SyntaxNode get(String name) {
        for (SyntaxNode child : children) {
            if (child.field.equals(name)) {
                return child;
            }
        }
        return null;
    }

    /** The first child of one of the types; null if there is none. */
    SyntaxNode first(String... types) {
        for (SyntaxNode child : children) {
            if (child.is(types)) {
                return child;
            }
        }
        return null;
    }

    /** Null if there is none. */
    SyntaxNode previous() {
        return index == 0 || parent == null ? null : parent.children.get(index - 1);
    }

    String text() {
        return source.text(start(), end());
    }

    int start() {
        return node.getStartByte();
    }

    int end() {
        return node.getEndByte();
    }

    /** 1-based. */
    int line() {
        return source.line(start());
    }

    /** 1-based; where the last character of it is. */
    int lastLine() {
        return source.line(Math.max(start(), end() - 1));
    }
}
