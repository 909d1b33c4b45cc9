package dev.caravan.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.neo4j.graphdb.GraphDatabaseService;

/**
 * The servers of one data directory. Each starts at its first use. {@link #close}, or the exit of the JVM, first closes the users of
 * {@link #closeFirst} and then stops the servers, each once.
 */
public final class EmbeddedServers implements AutoCloseable {

    private final DataDirectory data;
    private final Binaries binaries;
    private final IntSupplier ports;
    private final Consumer<String> progress;
    private final Map<ServerKind, ServerHandle> handles = new EnumMap<>(ServerKind.class);
    private final List<Runnable> closedFirst = new ArrayList<>();
    private final Thread exitHook = new Thread(this::stopAll, "stop-embedded-servers");
    private boolean closed;

    private EmbeddedServers(DataDirectory data, Binaries binaries, IntSupplier ports, Consumer<String> progress) {
        this.data = data;
        this.binaries = binaries;
        this.ports = ports;
        this.progress = progress;
        Runtime.getRuntime().addShutdownHook(exitHook);
    }

    /**
     * Takes the data directory without starting a server. Progress goes to standard output.
     *
     * @throws IllegalStateException if the directory is in use; the message names the process
     */
    static EmbeddedServers in(Path data, Path binaries) {
        return in(data, binaries, new FreePorts(), System.out::println);
    }

    static EmbeddedServers in(Path data, Path binaries, IntSupplier ports, Consumer<String> progress) {
        try {
            Binaries executables = Binaries.in(binaries);
            return new EmbeddedServers(DataDirectory.own(data), executables, ports, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes all data of earlier runs. */
    EmbeddedServers wiped() {
        try {
            new Orphans(binaries.directory(), data.path()).stop(StopSignal.TERM);
            data.wipe();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * Starts the given servers that are not running, and the servers that they need, side by side. Returns when all are ready. Prints a
     * line for each. If one fails, stops the servers that this call has started.
     *
     * @throws IllegalStateException if a server does not start; the message names it and the cause
     */
    public void start(Collection<ServerKind> kinds) {
        Map<Boolean, List<ServerHandle>> idle = ServerKind.withNeeded(kinds).stream().filter(kind -> !handle(kind).isRunning())
                .collect(Collectors.partitioningBy(kind -> kind.needed().isPresent(),
                        Collectors.mapping(this::handle, Collectors.toList())));
        List<ServerHandle> started = new ArrayList<>();
        for (boolean needing : new boolean[] {false, true}) {
            started.addAll(idle.get(needing));
            List<RuntimeException> failures = sideBySide(idle.get(needing), this::startAndReport);
            if (!failures.isEmpty()) {
                failures.addAll(sideBySide(started, ServerHandle::stop));
                throw first(failures);
            }
        }
        refuseIfClosed();
    }

    /** Returns the server, and starts it if necessary. */
    public ServerHandle get(ServerKind kind) {
        start(List.of(kind));
        return handle(kind);
    }

    /** Returns Neo4j's database, and starts Neo4j if necessary. */
    public GraphDatabaseService graph() {
        return ((EmbeddedNeo4j) get(ServerKind.NEO4J).server()).graph();
    }

    /** Returns the properties of all servers started so far, {name: value}. */
    public synchronized Map<String, String> properties() {
        Map<String, String> all = new TreeMap<>();
        handles.values().stream().filter(ServerHandle::hasAddress).forEach(handle -> all.putAll(handle.properties()));
        return all;
    }

    /** Registers something to close before the servers stop, such as an application's context. */
    public synchronized void closeFirst(Runnable close) {
        closedFirst.add(close);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(exitHook);
        } catch (IllegalStateException exiting) {
            return; // the JVM's shutdown hook does it
        }
        stopAll();
    }

    private synchronized void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("The embedded servers are closed");
        }
    }

    private synchronized ServerHandle handle(ServerKind kind) {
        refuseIfClosed();
        ServerHandle handle = handles.get(kind);
        if (handle == null) {
            EmbeddedServer server = kind.create(binaries, this::handle);
            handle = new ServerHandle(server, data.of(server.name()), ports);
            handles.put(kind, handle);
        }
        return handle;
    }

    private void startAndReport(ServerHandle handle) {
        long begin = System.nanoTime();
        handle.start();
        progress.accept(String.format(Locale.ROOT, "%-12s %s   %.1f s",
                handle.name(), handle.address(), (System.nanoTime() - begin) / 1e9));
    }

    private void stopAll() {
        List<Runnable> users;
        List<ServerHandle> servers;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            users = List.copyOf(closedFirst);
            servers = List.copyOf(handles.values());
        }
        try {
            users.forEach(Runnable::run);
        } finally {
            List<RuntimeException> failures = sideBySide(servers, ServerHandle::retire);
            data.release();
            if (!failures.isEmpty()) {
                throw first(failures);
            }
        }
    }

    /** Runs an action for each server on its own thread, waits for all, and returns their exceptions. */
    private static List<RuntimeException> sideBySide(List<ServerHandle> servers, Consumer<ServerHandle> action) {
        List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = servers.stream().map(server -> new Thread(() -> {
            try {
                action.accept(server);
            } catch (RuntimeException e) {
                failures.add(e);
            } catch (Error e) { // a class that is missing or has another version than its user expects
                failures.add(new IllegalStateException(server.name() + ": " + e, e));
            }
        }, "embedded-" + server.name())).toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failures.add(new IllegalStateException("interrupted", e));
            }
        }
        return failures;
    }

    private static RuntimeException first(List<RuntimeException> failures) {
        RuntimeException first = failures.get(0);
        failures.stream().skip(1).forEach(first::addSuppressed);
        return first;
    }
}
