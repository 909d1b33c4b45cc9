package dev.caravan.database.redis;

import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.TableRules;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;

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
    /**
     * Several calls send commands on it at the same time, which takes an eighth less processor time than a connection for each. Null until
     * it is needed.
     */
    private final AtomicReference<CompletableFuture<StatefulRedisConnection<String, String>>> shared = new AtomicReference<>();

    RedisDatabase(String name, DatabaseProperties.Database settings, RedisSpans spans) {
        this.name = name;
        this.settings = settings;
        this.rules = TableRules.of(name, settings);
        this.spans = spans;
        this.address = address(name, settings);
        this.free = new Semaphore(settings.poolSize(), true);
        this.reading = new Semaphore(READS * settings.poolSize());
        NettyCustomizer limit = new NettyCustomizer() {
            @Override
            public void afterChannelInitialized(Channel channel) {
                RedisReplies.limit(channel, settings.maxRead().toBytes());
            }
        };
        // nothing reads the figures of the recorder
        this.resources = DefaultClientResources.builder().commandLatencyRecorder(CommandLatencyRecorder.disabled()).nettyCustomizer(limit)
                .build();
        this.client = RedisClient.create(resources);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                // else commands end after connect-timeout; RedisSession has their deadline
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(SocketOptions.builder().connectTimeout(settings.connectTimeout()).keepAlive(true).build())
                .build());
    }

    private static RedisURI address(String name, DatabaseProperties.Database settings) {
        try {
            if (!settings.url().startsWith("redis://") && !settings.url().startsWith("rediss://")) {
                throw new IllegalArgumentException("another scheme");
            }
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

    /** Returns a connection for one call. All commands of the call share {@code statement-timeout}. */
    RedisSession open() {
        return open(free, nanoseconds -> {
            StatefulRedisConnection<String, String> connection = idle.poll();
            while (connection != null && !connection.isOpen()) {
                connection = idle.poll();
            }
            return connection == null ? connect(nanoseconds) : connection;
        });
    }

    /** Returns the shared connection for one call that reads one record. Its commands must not change the state of the connection. */
    RedisSession openShared() {
        return open(reading, this::share);
    }

    private RedisSession open(Semaphore places, LongFunction<StatefulRedisConnection<String, String>> opened) {
        RedisSession.Deadline deadline = RedisSession.Deadline.in(settings.statementTimeout());
        try {
            if (!places.tryAcquire(deadline.left(settings.connectTimeout()), TimeUnit.NANOSECONDS)) {
                throw new RedisConnectionException("All connections are in use");
            }
        } catch (InterruptedException e) {
            throw RedisSession.interrupted(e);
        }
        try {
            return new RedisSession(this, opened.apply(deadline.left(settings.connectTimeout())), places == reading, deadline);
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    private StatefulRedisConnection<String, String> connect(long nanoseconds) {
        CompletableFuture<StatefulRedisConnection<String, String>> connecting = connecting();
        return await(connecting, nanoseconds, () -> connecting.thenAccept(StatefulConnection::closeAsync));
    }

    /** One caller connects; the others wait for the same connection. */
    private StatefulRedisConnection<String, String> share(long nanoseconds) {
        CompletableFuture<StatefulRedisConnection<String, String>> now = shared.get();
        if (now == null || now.isDone() && (now.isCompletedExceptionally() || !now.join().isOpen())) {
            CompletableFuture<StatefulRedisConnection<String, String>> next = new CompletableFuture<>();
            if (shared.compareAndSet(now, next)) {
                connecting().whenComplete((connection, failure) -> {
                    if (failure == null) {
                        next.complete(connection);
                    } else {
                        next.completeExceptionally(failure);
                    }
                });
            }
            now = shared.get();
        }
        return await(now, nanoseconds, () -> { });
    }

    private CompletableFuture<StatefulRedisConnection<String, String>> connecting() {
        return client.connectAsync(StringCodec.UTF8, address).toCompletableFuture();
    }

    private static StatefulRedisConnection<String, String> await(CompletableFuture<StatefulRedisConnection<String, String>> connecting,
            long nanoseconds, Runnable givenUp) {
        try {
            return connecting.get(nanoseconds, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new RedisConnectionException("No connection", e.getCause());
        } catch (TimeoutException e) {
            givenUp.run();
            throw new RedisConnectionException("No connection in time", e);
        } catch (InterruptedException e) {
            givenUp.run();
            throw RedisSession.interrupted(e);
        }
    }

    /** Returns the number of connections in use. */
    int active() {
        return settings.poolSize() - free.availablePermits();
    }

    /** Returns the number of idle connections. */
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

    /**
     * Takes a connection back into the pool.
     *
     * @param sound whether the connection can be used again, because no command is running on it
     */
    void takeBack(StatefulRedisConnection<String, String> connection, boolean sound) {
        if (sound && connection.isOpen()) {
            idle.push(connection);
        } else {
            connection.closeAsync();
        }
        free.release();
    }

    /**
     * Ends a call on the shared connection.
     *
     * @param sound whether the server answered in time; otherwise later calls get a new connection, and this one closes when its last call
     * has ended
     */
    void leave(StatefulRedisConnection<String, String> connection, boolean sound) {
        reading.release();
        CompletableFuture<StatefulRedisConnection<String, String>> now = shared.get();
        if (!sound && now != null && now.isDone() && !now.isCompletedExceptionally() && now.join() == connection
                && shared.compareAndSet(now, null)) {
            client.getResources().eventExecutorGroup().schedule(connection::closeAsync, settings.statementTimeout().toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
}
