package dev.caravan.source.oauth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Knows the logins that this gateway has begun, so that each call does not begin another one. It keeps the newest three of a server and a
 * user: a server that asks for other scopes at each request must not fill the memory, and calls of one user may need different scopes at
 * the same time.
 */
final class BegunLogins {

    private static final int MOST_OF_USER = 3;
    private static final int MOST_USERS = 10_000;

    private final long expiry;
    private final Cache<Owner, List<Begun>> begun;

    /**
     * What a login is for.
     *
     * @param prior scopes that the user's token has
     */
    record Purpose(String url, OAuthSettings settings, Challenge challenge, Set<String> prior) {
    }

    /** @param user null for the gateway itself */
    private record Owner(String server, String user) {
    }

    private record Begun(Purpose purpose, String id, long at) {

        long age() {
            return System.nanoTime() - at;
        }
    }

    /** @param expiry time after which a login expires */
    BegunLogins(Duration expiry) {
        this.expiry = expiry.toNanos();
        this.begun = Caffeine.newBuilder().maximumSize(MOST_USERS).expireAfterWrite(expiry).build();
    }

    /** Returns the id of a login that leaves its user half of its time at least; null if there is none. */
    String find(String server, String user, Purpose purpose) {
        return newest(server, user, one -> one.purpose().equals(purpose) && one.age() < expiry / 2);
    }

    /** Returns the id of the newest login at this address of the server; null if there is none. */
    String newest(String server, String user, String url) {
        return newest(server, user, one -> one.purpose().url().equals(url) && one.age() < expiry);
    }

    private String newest(String server, String user, Predicate<Begun> fits) {
        List<Begun> known = begun.getIfPresent(new Owner(server, user));
        return known == null ? null : known.stream().filter(fits).map(Begun::id).reduce((older, newer) -> newer).orElse(null);
    }

    /** Adds a login. Returns the ids of the oldest ones, which it replaces. */
    List<String> add(String server, String user, Purpose purpose, String id) {
        List<String> replaced = new ArrayList<>();
        begun.asMap().compute(new Owner(server, user), (owner, known) -> {
            List<Begun> all = new ArrayList<>(known == null ? List.of() : known);
            all.add(new Begun(purpose, id, System.nanoTime()));
            List<Begun> oldest = all.subList(0, Math.max(0, all.size() - MOST_OF_USER));
            oldest.forEach(one -> replaced.add(one.id()));
            oldest.clear();
            return List.copyOf(all);
        });
        return replaced;
    }

    /** Forgets a login that is finished. */
    void forget(String server, String user, String id) {
        begun.asMap().computeIfPresent(new Owner(server, user), (owner, known) -> {
            List<Begun> others = known.stream().filter(one -> !one.id().equals(id)).toList();
            return others.isEmpty() ? null : others;
        });
    }
}
