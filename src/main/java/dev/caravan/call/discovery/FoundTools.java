package dev.caravan.call.discovery;

import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.mcp.session.Session;
import dev.caravan.mcp.session.SessionTools;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/**
 * Adds tools to the list of a legacy session in mode discover, as {@code caravan.mcp.found-tools} says. Clients without a session, among
 * them all of revision 2026-07-28, call found tools by call_tool or by their names.
 */
@Component("foundTools")
public class FoundTools {

    /** Which tools are added to the list. */
    enum Shown {
        NONE,
        /** Tools that the client has called with call_tool. */
        CALLED,
        /** Tools that find_tools has returned, or that the client has called. */
        FOUND
    }

    private final SessionTools sessions;
    private final Shown shown;
    private final int most;

    FoundTools(SessionTools sessions, ChooseCatalogue.DiscoveryProperties settings) {
        this.sessions = sessions;
        this.shown = settings.foundTools();
        this.most = settings.mostFound();
    }

    /** Returns the session that lists found tools; null if there is none. */
    Session session(Exchange exchange) {
        return shown == Shown.NONE ? null : Session.of(exchange);
    }

    /** Returns the names of the tools that the session's list shows in addition. */
    List<String> of(Session session) {
        return session == null ? List.of() : sessions.of(session);
    }

    /** Reports the tools that a search has found, the best first. */
    void found(List<String> names, Exchange exchange) {
        if (shown == Shown.FOUND) {
            add(names, exchange);
        }
    }

    /** Reports the tool that the client calls with call_tool. */
    public void called(@Header("name") String name, Exchange exchange) {
        add(List.of(name), exchange);
    }

    private void add(List<String> names, Exchange exchange) {
        if (exchange.getProperty(ToolCatalogue.PROPERTY) instanceof ChooseCatalogue.DiscoverCatalogue catalogue
                && catalogue.session() != null) {
            List<String> known = names.stream().filter(catalogue.whole().definitions()::containsKey).toList();
            if (!known.isEmpty()) {
                sessions.add(catalogue.session(), known, most);
            }
        }
    }
}
