package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What a call knows of the page that it reads, whatever the database. A call that reads none has no page. */
public abstract class PageCall {

    private PageSpec page;
    private int asked;
    private boolean more;
    private List<ObjectNode> rows = List.of();

    public PageSpec page() {
        return page;
    }

    public void page(PageSpec wanted) {
        page = wanted;
    }

    /** How many rows the database is asked for. */
    public int asked() {
        return asked;
    }

    public void asked(int most) {
        asked = most;
    }

    /** Whether rows that match follow those of the page, as far as the page tells. */
    public boolean more() {
        return more;
    }

    public void more(boolean follow) {
        more = follow;
    }

    public List<ObjectNode> rows() {
        return rows;
    }

    public void rows(List<ObjectNode> found) {
        rows = found;
    }
}
