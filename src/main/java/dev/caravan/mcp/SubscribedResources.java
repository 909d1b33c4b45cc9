package dev.caravan.mcp;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Tells which resources clients have subscribed to, so that whoever provides resources from elsewhere watches only these. */
@Component
public class SubscribedResources {

    /** Holds subscriptions of clients. There is one bean per kind of client. */
    public interface Holder {

        /**
         * Returns the URIs that its clients have subscribed to, by the caller whose quota they count against; {@link #NOBODY} has the
         * others.
         *
         * @throws RuntimeException if they can't be read now
         */
        Map<String, Set<String>> subscribed();
    }

    /** Stands for callers without a proven name. */
    public static final String NOBODY = "";

    private final ObjectProvider<Holder> holders;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    SubscribedResources(ObjectProvider<Holder> holders) {
        this.holders = holders;
    }

    /**
     * Returns the URIs that clients have subscribed to at any gateway, or listen to at this one. Each caller in turn has its next one, so
     * that the first of them are a fair share.
     *
     * @throws RuntimeException if they can't be read now
     */
    public Set<String> uris() {
        Map<String, Set<String>> byCaller = new TreeMap<>();
        holders.forEach(holder -> holder.subscribed().forEach((caller, uris) ->
                byCaller.computeIfAbsent(caller, none -> new TreeSet<>()).addAll(uris)));
        List<Iterator<String>> callers = byCaller.values().stream().map(Set::iterator).filter(Iterator::hasNext)
                .collect(Collectors.toCollection(ArrayList::new));
        Set<String> fair = new LinkedHashSet<>();
        while (!callers.isEmpty()) {
            callers.forEach(uris -> fair.add(uris.next()));
            callers.removeIf(uris -> !uris.hasNext());
        }
        return fair;
    }

    /** Adds a listener, which is called after each change at this gateway. It must return quickly. */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Reports that a client of this gateway has subscribed, or no longer subscribes. */
    public void changed() {
        listeners.forEach(Runnable::run);
    }
}
