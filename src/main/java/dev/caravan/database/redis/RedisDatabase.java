package dev.caravan.database.redis;

import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A configured Redis database: its allowed tables and its connections, which are a pool, and one that single reads share. A connection is
 * opened when it is first needed. A lost connection is replaced, and no command that was sent on it is sent again.
 */
final class RedisDatabase implements AutoCloseable {

    /** Calls on the shared connection for each connection of the pool: they hold up to {@code max-read} each in memory. */
    private static final int READS = 4;

    private final String name;
    final DatabaseProperties.Database settings;
    final TableRules rules;
    private final RedisSpans spans;
    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI address;
    private final Semaphore free;
    private final Semaphore reading;
    private final Deque<StatefulRedisConnection<String, String>> idle = new ConcurrentLinkedDeque<>();
    /** Several calls send commands on it at the same time, which takes less processor time than a connection for each. */
    private CompletableFuture<StatefulRedisConnection<String, String>> shared;

    RedisDatabase(String name, DatabaseProperties.Database settings, RedisSpans spans) {
        this.name = name;
        this.settings = settings;
        this.rules = TableRules.of(name, settings);
        this.spans = spans;
        this.address = address(name, settings);
        this.free = new Semaphore(settings.poolSize(), true);
        this.reading = new Semaphore(READS * settings.poolSize());
        // nothing reads the figures of the recorder
        this.resources = DefaultClientResources.builder().commandLatencyRecorder(CommandLatencyRecorder.disabled()).build();
        this.client = RedisClient.create(resources);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .protocolVersion(ProtocolVersion.RESP2) // needs no right to HELLO
                // else commands end after connect-timeout; RedisSession has their deadline
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(SocketOptions.builder().connectTimeout(settings.connectTimeout()).keepAlive(true).build())
                .build());
    }

    private static RedisURI address(String name, DatabaseProperties.Database settings) {
        try {
            RedisURI address = RedisURI.create(settings.url());
            if (settings.password() != null && !settings.password().isEmpty()) {
                String user = settings.username() == null || settings.username().isEmpty() ? null : settings.username();
                address.setCredentialsProvider(new StaticCredentialsProvider(user, settings.password().toCharArray()));
            }
            address.setTimeout(settings.connectTimeout());
            address.setClientName("caravan");
            return address;
        } catch (IllegalArgumentException e) { // the exception's message would contain the password
            throw new IllegalArgumentException("caravan.databases." + name
                    + ".url is not redis://[USER:PASSWORD@]HOST[:PORT][/NUMBER], or rediss:// for TLS");
        }
    }

    /** Returns a session of one call, on a connection of the pool. */
    RedisSession open() {
        return new RedisSession(this, false);
    }

    /** Returns a session of one call that reads one record, on the shared connection. It must not change the connection's state. */
    RedisSession openShared() {
        return new RedisSession(this, true);
    }

    /** Returns the places of calls on the shared connection or on the pool. */
    Semaphore places(boolean onShared) {
        return onShared ? reading : free;
    }

    /** Returns a connection of the pool, or opens one. */
    CompletableFuture<StatefulRedisConnection<String, String>> pooled() {
        StatefulRedisConnection<String, String> connection = idle.poll();
        while (connection != null && !connection.isOpen()) {
            connection = idle.poll();
        }
        return connection == null ? connect() : CompletableFuture.completedFuture(connection);
    }

    /** Returns the shared connection. One caller opens it; the others wait for the same one. */
    synchronized CompletableFuture<StatefulRedisConnection<String, String>> shared() {
        if (shared == null || shared.isDone() && (shared.isCompletedExceptionally() || !shared.join().isOpen())) {
            shared = connect();
        }
        return shared;
    }

    private CompletableFuture<StatefulRedisConnection<String, String>> connect() {
        return client.connectAsync(new RedisText(), address).toCompletableFuture();
    }

    /** Takes a connection back into the pool. */
    void takeBack(StatefulRedisConnection<String, String> connection) {
        idle.push(connection);
    }

    /** Gives later calls a new shared connection in place of this one, which closes when its last call has ended. */
    synchronized void replace(CompletableFuture<StatefulRedisConnection<String, String>> silent) {
        if (shared == silent) {
            shared = null;
            silent.thenAccept(connection -> resources.eventExecutorGroup().schedule(connection::closeAsync,
                    settings.statementTimeout().toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    /** Returns the number of connections in use. */
    int active() {
        return settings.poolSize() - free.availablePermits();
    }

    int idle() {
        return idle.size();
    }

    /** Returns the number of calls that wait for a connection. */
    int pending() {
        return free.getQueueLength();
    }

    /** @param number number of commands that are sent together */
    ClientSpan begin(String command, int number) {
        return spans.begin(name, command, number);
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
