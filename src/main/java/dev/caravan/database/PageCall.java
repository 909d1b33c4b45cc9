package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The state of one call in a flow: its page, if the call reads one, and its rows. The flows keep it in the variable {@value #VARIABLE}. */
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

    /** Returns how many rows to request from the database. */
    public int asked() {
        return asked;
    }

    public void asked(int most) {
        asked = most;
    }

    /** Returns whether matching rows follow the page, if the page says so. */
    public boolean more() {
        return more;
    }

    public void more(boolean follow) {
        more = follow;
    }

    /** Returns whether a second request must count the matches or look for a further row. */
    public boolean isUncounted() {
        return uncounted;
    }

    public void leaveUncounted(boolean ask) {
        uncounted = ask;
    }

    public List<ObjectNode> rows() {
        return rows;
    }

    public void rows(List<ObjectNode> found) {
        rows = found;
    }
}
