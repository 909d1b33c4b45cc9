package dev.caravan.mcp;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Tells which resources clients have subscribed to, so that whoever provides resources from elsewhere watches only these. */
@Component
public class SubscribedResources {

    /** Holds subscriptions of clients. There is one bean per kind of client. */
    public interface Holder {

        /**
         * Returns the URIs that its clients have subscribed to.
         *
         * @throws RuntimeException if they can't be read now
         */
        Set<String> subscribed();
    }

    private final ObjectProvider<Holder> holders;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    SubscribedResources(ObjectProvider<Holder> holders) {
        this.holders = holders;
    }

    /**
     * Returns the URIs that clients have subscribed to at any gateway, or listen to at this one.
     *
     * @throws RuntimeException if they can't be read now
     */
    public Set<String> uris() {
        Set<String> uris = new TreeSet<>();
        holders.forEach(holder -> uris.addAll(holder.subscribed()));
        return uris;
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
