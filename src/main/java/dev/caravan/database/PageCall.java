package dev.caravan.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/** The state of one call in a flow: its page, if the call reads one, and its rows. Flows keep it in the variable {@value #VARIABLE}. */
public abstract class PageCall {

    public static final String VARIABLE = "call";

    private PageSpec page;
    private int asked;
    private boolean uncounted;
    private List<ObjectNode> rows = List.of();

    public PageSpec page() {
        return page;
    }

    /** @param most how many rows to request from the database */
    public void page(PageSpec wanted, int most) {
        page = wanted;
        asked = most;
    }

    /** Returns how many rows to request from the database. */
    public int asked() {
        return asked;
    }

    /** Returns whether a second request must count the matches or look for a further row. */
    public boolean isUncounted() {
        return uncounted;
    }

    public List<ObjectNode> rows() {
        return rows;
    }

    /**
     * Returns whether the page shows all that its answer says.
     *
     * @param more     whether rows were left out
     * @param returned how many rows the database returned
     */
    public boolean isKnown(boolean more, int returned) {
        return !page.counted() || !more && page.tellsCount(returned, asked);
    }

    /**
     * Shapes the rows as {@code {data, count, has_more}}.
     *
     * @param more  whether rows follow, which a page without a count says
     * @param known false if a second request is needed; then the call stays uncounted
     */
    public Map<String, Object> answer(List<ObjectNode> found, boolean more, boolean known) {
        rows = found;
        uncounted = !known;
        return known && page.counted() ? page.answer(found, page.end(found)) : PageSpec.answer(found, uncounted || more);
    }

    /** Shapes the page with its count. */
    public Map<String, Object> counted(long count) {
        return page.answer(rows, count);
    }
}
