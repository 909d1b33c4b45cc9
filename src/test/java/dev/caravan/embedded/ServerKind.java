package dev.caravan.embedded;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The servers there are. */
public enum ServerKind {
    MONGO(binaries -> new EmbeddedMongo()),
    POSTGRESQL(EmbeddedPostgres::new),
    MARIADB(EmbeddedMariaDb::new),
    REDIS(EmbeddedRedis::new),
    NEO4J(binaries -> new EmbeddedNeo4j()),
    OPENSEARCH(binaries -> new EmbeddedOpenSearch()),
    SQLITE(binaries -> new EmbeddedSqlite()),
    ARTEMIS(binaries -> new EmbeddedArtemis()),
    /** Not from Maven: only where it is installed. */
    SEARX(EmbeddedSearx::new);

    private final Function<Binaries, EmbeddedServer> maker;

    ServerKind(Function<Binaries, EmbeddedServer> maker) {
        this.maker = maker;
    }

    EmbeddedServer create(Binaries binaries) {
        return maker.apply(binaries);
    }

    /** Those that can be started on this machine. */
    static Set<ServerKind> installed() {
        return EmbeddedSearx.isInstalled() ? EnumSet.allOf(ServerKind.class) : stores();
    }

    /** Those that keep data. */
    static Set<ServerKind> stores() {
        return EnumSet.complementOf(EnumSet.of(SEARX));
    }

    /**
     * Reads a comma-separated list such as {@code mongo,postgresql}.
     *
     * @throws IllegalArgumentException naming the servers there are, when one is not known
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
                .orElseThrow(() -> new IllegalArgumentException("There is no embedded server '" + name + "'. There are: "
                        + Arrays.stream(values()).map(ServerKind::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
