package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** State of one call on its way through a flow: the page that it reads, if any, and its rows. The flows have it as variable {@value #VARIABLE}. */
public abstract class PageCall {

    public static final String VARIABLE = "call";

    private PageSpec page;
    private int asked;
    private boolean more;
    private boolean uncounted;
    private List<ObjectNode> rows = List.of();

    public PageSpec page() {
        return page;
    }

    public void page(PageSpec wanted) {
        page = wanted;
    }

    /** Returns how many rows the database is asked for. */
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

    /** Whether the page does not tell what the caller asked for, so that the database must be asked again. */
    public boolean isUncounted() {
        return uncounted;
    }

    public void uncounted(boolean ask) {
        uncounted = ask;
    }

    public List<ObjectNode> rows() {
        return rows;
    }

    public void rows(List<ObjectNode> found) {
        rows = found;
    }
}
