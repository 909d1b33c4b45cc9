package shop.catalogue;

import java.util.List;

public class Category {

    private final List<Category> children;

    public Category(List<Category> children) {
        this.children = children;
    }

    /** How many levels there are below. */
    public int depth() {
        int deepest = 0;
        for (Category child : children) {
            deepest = Math.max(deepest, child.depth() + 1);
        }
        return deepest;
    }
}
