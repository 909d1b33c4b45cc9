package dev.caravan.database.redis;

import dev.caravan.database.DatabaseProperties;
import dev.caravan.trace.RedisSpans;
import dev.caravan.trace.ClientSpan;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.ConnectionFuture;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The connection pool of one server. A connection is opened when it is first needed. A lost connection is replaced, and no command that was sent on
 * it is sent again.
 */
final class RedisConnections implements AutoCloseable {

    private final String name;
    private final DatabaseProperties.Database settings;
    private final RedisSpans spans;
    private final RedisClient client;
    private final RedisURI address;
    private final Semaphore free;
    private final Deque<StatefulRedisConnection<String, String>> idle = new ConcurrentLinkedDeque<>();

    RedisConnections(String name, DatabaseProperties.Database settings, ClientResources resources, RedisSpans spans) {
        this.name = name;
        this.settings = settings;
        this.spans = spans;
        this.address = address(name, settings);
        this.free = new Semaphore(settings.poolSize(), true);
        NettyCustomizer limit = new NettyCustomizer() {
            @Override
            public void afterChannelInitialized(Channel channel) {
                RedisReplies.limit(channel, settings.maxRead().toBytes());
            }
        };
        this.client = RedisClient.create(resources.mutate().nettyCustomizer(limit).build());
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build()) // else commands end after connect-timeout; RedisSession has their deadline
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
        RedisSession.Deadline deadline = RedisSession.Deadline.in(settings.statementTimeout());
        try {
            if (!free.tryAcquire(deadline.left(settings.connectTimeout()), TimeUnit.NANOSECONDS)) {
                throw new RedisConnectionException("All connections are in use");
            }
        } catch (InterruptedException e) {
            throw RedisSession.interrupted(e);
        }
        try {
            StatefulRedisConnection<String, String> connection = idle.poll();
            while (connection != null && !connection.isOpen()) {
                connection = idle.poll();
            }
            return new RedisSession(this, connection == null ? connect(deadline.left(settings.connectTimeout())) : connection, deadline);
        } catch (RuntimeException e) {
            free.release();
            throw e;
        }
    }

    private StatefulRedisConnection<String, String> connect(long nanoseconds) {
        ConnectionFuture<StatefulRedisConnection<String, String>> connecting = client.connectAsync(StringCodec.UTF8, address);
        try {
            return connecting.get(nanoseconds, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new RedisConnectionException("No connection", e.getCause());
        } catch (TimeoutException e) {
            connecting.thenAccept(StatefulConnection::closeAsync);
            throw new RedisConnectionException("No connection in time", e);
        } catch (InterruptedException e) {
            connecting.thenAccept(StatefulConnection::closeAsync);
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

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    }
}
