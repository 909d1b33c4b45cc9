package dev.caravan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.SharedServers;
import dev.caravan.mcp.ListChanges;
import dev.caravan.routes.RoutesState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The gateways of {@link OwnGateway.Builder#shared}, by their settings. A gateway serves one test at a time. While it runs, the route files
 * of a test come into its folder and go again, which takes a fifth of the time of a start. The pool keeps the gateways that were used last.
 */
final class GatewayPool {

    /** Each holds about 30 MB. */
    private static final int MOST_IDLE = 4;

    private static final Logger LOG = LoggerFactory.getLogger(GatewayPool.class);

    private static final Deque<Running> IDLE = new ArrayDeque<>();
    private static boolean closedBeforeServers;

    private GatewayPool() {
    }

    /**
     * A gateway that runs.
     *
     * @param key    its settings and beans
     * @param routes its folder
     * @param base   the files of the folder that are no test's, relative to it; empty if tests add none
     */
    record Running(String key, int port, ConfigurableApplicationContext application, Path routes, Set<Path> base, SettledChanges settled) {

        /** Puts the files of another folder beside the base, and waits until they serve or are refused. */
        private void add(Path folder) {
            Set<Path> added = files(folder);
            added.removeAll(base);
            for (Path file : added) {
                try {
                    Files.createDirectories(routes.resolve(file).getParent());
                    Files.copy(folder.resolve(file), routes.resolve(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            List<String> expected = added.stream().map(file -> routes.resolve(file).toString()).filter(file -> file.endsWith(".camel.yaml"))
                    .toList();
            await("the routes of the test serve").pollInterval(10, MILLISECONDS).until(() -> known().containsAll(expected));
        }

        /** Deletes all files beside the base, and waits until none of them serves, and until all streams have been told. */
        private void removeAdded() {
            Set<Path> added = files(routes);
            added.removeAll(base);
            for (Path file : added) {
                try {
                    Files.delete(routes.resolve(file));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            Set<String> left = base.stream().map(file -> routes.resolve(file).toString()).collect(Collectors.toSet());
            await("the routes of the test are gone").pollInterval(10, MILLISECONDS).until(() -> left.containsAll(known()));
            settled.settle();
        }

        /** Returns the files that serve or are refused, with those generated from sources, without those generated from databases. */
        private Set<String> known() {
            RoutesState state = application.getBean(RoutesState.class);
            Stream<String> served = state.served().stream().map(RoutesState.ServedFile::file);
            return Stream.concat(served, state.broken().stream().map(RoutesState.BrokenFile::file))
                    .filter(file -> !file.startsWith("config/databases/")).collect(Collectors.toSet());
        }
    }

    /** Returns the gateway with this key, with the route files of this folder; starts one if none is idle. */
    static synchronized Running take(String key, Path folder, Supplier<Running> start) {
        Optional<Running> idle = IDLE.stream().filter(gateway -> gateway.key().equals(key)).findFirst();
        if (idle.isEmpty()) {
            return start.get();
        }
        LOG.info("Gateway of another test taken port={}", idle.get().port());
        IDLE.remove(idle.get());
        if (!idle.get().base().isEmpty()) {
            idle.get().add(folder);
        }
        return idle.get();
    }

    /** Takes a gateway back, and closes the one that has been idle longest if there are too many. */
    static synchronized void giveBack(Running gateway) {
        if (!gateway.base().isEmpty()) {
            gateway.removeAdded();
        }
        IDLE.addFirst(gateway);
        if (IDLE.size() > MOST_IDLE) {
            IDLE.removeLast().application().close();
        }
    }

    /** Describes a gateway that has just started. */
    static Running started(String key, int port, ConfigurableApplicationContext application, Path routes, Set<Path> base,
            boolean usesServers) {
        if (usesServers && !closedBeforeServers) {
            closedBeforeServers = true;
            SharedServers.closeFirst(GatewayPool::close);
        }
        SettledChanges settled = new SettledChanges(application.getBean(ListChanges.class), application.getBean(RoutesState.class));
        return new Running(key, port, application, routes, base, settled);
    }

    private static synchronized void close() {
        for (Iterator<Running> all = IDLE.iterator(); all.hasNext(); all.remove()) {
            all.next().application().close();
        }
    }

    /** Returns the files below this folder, relative to it. */
    static Set<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).map(folder::relativize).collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
