package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What a call knows of the page that it reads, whatever the database. A call that reads none has no page. */
abstract class PageCall {

    private PageSpec page;
    private int asked;
    private boolean more;
    private List<ObjectNode> rows = List.of();

    PageSpec page() {
        return page;
    }

    void page(PageSpec wanted) {
        page = wanted;
    }

    /** How many rows the database is asked for. */
    int asked() {
        return asked;
    }

    void asked(int most) {
        asked = most;
    }

    /** Whether rows that match follow those of the page, as far as the page tells. */
    boolean more() {
        return more;
    }

    void more(boolean follow) {
        more = follow;
    }

    List<ObjectNode> rows() {
        return rows;
    }

    void rows(List<ObjectNode> found) {
        rows = found;
    }
}
