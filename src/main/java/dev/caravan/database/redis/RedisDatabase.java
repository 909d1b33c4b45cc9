package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.envelope.Text;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.StaticCredentialsProvider;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.camel.util.ObjectHelper;
import org.springframework.util.StringUtils;

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
    /** Places of calls on the pool. */
    final Semaphore free;
    private final Semaphore reading;
    final Deque<StatefulRedisConnection<String, String>> idle = new ConcurrentLinkedDeque<>();
    /** Several calls send commands on it at the same time, which takes less processor time than a connection for each. */
    private CompletableFuture<StatefulRedisConnection<String, String>> shared;

    RedisDatabase(String name, DatabaseProperties.Database settings, RedisSpans spans) {
        this.name = name;
        this.settings = settings;
        this.rules = TableRules.of(name, settings);
        this.spans = spans;
        this.address = address(settings);
        this.free = new Semaphore(settings.poolSize(), true);
        this.reading = new Semaphore(READS * settings.poolSize());
        // nothing reads the figures of the recorder
        this.resources = DefaultClientResources.builder().commandLatencyRecorder(CommandLatencyRecorder.disabled()).build();
        this.client = RedisClient.create(resources);
        client.setOptions(ClientOptions.builder()
                .autoReconnect(false)
                .protocolVersion(ProtocolVersion.RESP2) // needs no right to HELLO
                // else commands end after connect-timeout; a session has their deadline
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(SocketOptions.builder().connectTimeout(settings.connectTimeout()).keepAlive(true).build())
                .build());
    }

    /** User and password beside the url win over those in it. */
    private static RedisURI address(DatabaseProperties.Database settings) {
        RedisURI address = RedisURI.create(settings.url());
        String user = StringUtils.hasText(settings.username()) ? settings.username() : address.getUsername();
        char[] password = StringUtils.hasText(settings.password()) ? settings.password().toCharArray() : address.getPassword();
        if (password != null && password.length > 0) {
            address.setCredentialsProvider(new StaticCredentialsProvider(user, password));
        }
        address.setTimeout(settings.connectTimeout());
        address.setClientName("caravan");
        return address;
    }

    /** Connects. Lettuce loses the reason of a server that refuses it before it looks for one; then it connects again. */
    private CompletableFuture<StatefulRedisConnection<String, String>> connect() {
        return client.connectAsync(new RedisText(), address).toCompletableFuture().exceptionallyCompose(e ->
                ObjectHelper.getException(IllegalStateException.class, e) != null ? connect() : CompletableFuture.failedFuture(e));
    }

    private CompletableFuture<StatefulRedisConnection<String, String>> pooled() {
        idle.removeIf(connection -> !connection.isOpen());
        return Optional.ofNullable(idle.poll()).map(CompletableFuture::completedFuture).orElseGet(this::connect);
    }

    /** Returns the shared connection. One caller opens it; the others wait for the same one. */
    private synchronized CompletableFuture<StatefulRedisConnection<String, String>> shared() {
        if (shared == null || shared.isDone() && (shared.isCompletedExceptionally() || !shared.join().isOpen())) {
            shared = connect();
        }
        return shared;
    }

    @Override
    public void close() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
        resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }

    /** A connection for one call. All commands of the call share {@code statement-timeout}. */
    final class Session implements AutoCloseable {

        private final boolean isShared;
        private final Semaphore places;
        /** The call's deadline by {@link System#nanoTime}. */
        private final long end = System.nanoTime() + settings.statementTimeout().toNanos();
        private final CompletableFuture<StatefulRedisConnection<String, String>> opened;
        private StatefulRedisConnection<String, String> connection;
        private boolean sound = true;
        private boolean watching;

        /**
         * @param isShared whether other calls use the connection at the same time; the session then reads one record, and changes nothing
         * @throws DatabaseFailure connection_error if other calls keep all connections
         */
        Session(boolean isShared) throws DatabaseFailure, InterruptedException {
            this.isShared = isShared;
            this.places = isShared ? reading : free;
            if (!places.tryAcquire(left(), TimeUnit.NANOSECONDS)) {
                throw DatabaseFailure.of(Type.CONNECTION, Text.of("database.allInUse", name));
            }
            opened = isShared ? shared() : pooled();
            try {
                connection = await(opened);
            } catch (RuntimeException e) {
                close();
                throw e;
            }
        }

        /** Returns how many nanoseconds the call has left. */
        long left() {
            return Math.max(0, end - System.nanoTime());
        }

        /**
         * Sends a command and waits for its answer.
         *
         * @param command name of the command, for the trace
         * @throws RedisException if the server or the connection fails, or if no time is left
         */
        <T> T ask(String command, Function<RedisAsyncCommands<String, String>, RedisFuture<T>> question) {
            return traced(command, 1, () -> await(question.apply(connection.async())));
        }

        /** Sends a command for each key in one write. A key of another type has the answer null. */
        <T> List<T> askEach(String command, Collection<String> keys,
                BiFunction<RedisAsyncCommands<String, String>, String, RedisFuture<T>> question) {
            return traced(command, keys.size(), () -> {
                boolean together = keys.size() > 1; // on the shared connection, a flush waits in a loop for the writers of other calls
                connection.setAutoFlushCommands(!together);
                List<CompletableFuture<T>> answers = keys.stream().map(key -> question.apply(connection.async(), key)
                        .exceptionally(Session::ofOtherType).toCompletableFuture()).toList();
                if (together) {
                    connection.setAutoFlushCommands(true);
                    connection.flushCommands();
                }
                return answers.stream().map(this::await).toList();
            });
        }

        private static <T> T ofOtherType(Throwable failure) {
            if (String.valueOf(failure.getMessage()).startsWith("WRONGTYPE")) {
                return null;
            }
            throw new CompletionException(failure);
        }

        /** Returns those of the keys that exist. */
        Set<String> existing(Collection<String> keys) {
            Iterator<Long> counts = askEach("EXISTS", keys, RedisAsyncCommands::exists).iterator();
            return keys.stream().filter(key -> counts.next() > 0).collect(Collectors.toSet());
        }

        /** Watches these keys. If one of them changes from now on, {@link #commit} writes nothing. */
        void watch(List<String> keys) {
            watching = true;
            ask("WATCH", redis -> redis.watch(keys.toArray(String[]::new)));
        }

        /**
         * Runs the commands in one MULTI and EXEC. Returns false, and writes nothing, if a watched key was changed.
         *
         * @throws DatabaseFailure if the answer is lost; then the changes may be done
         */
        boolean commit(List<Function<RedisAsyncCommands<String, String>, RedisFuture<?>>> commands) throws DatabaseFailure {
            List<RedisFuture<?>> queued = new ArrayList<>();
            try {
                return traced("MULTI", commands.size(), () -> {
                    connection.async().multi();
                    commands.forEach(command -> queued.add(command.apply(connection.async())));
                    RedisFuture<TransactionResult> executed = connection.async().exec();
                    watching = false;
                    return !await(executed).wasDiscarded();
                });
            } catch (RedisCommandExecutionException e) {
                queued.stream().filter(Future::isDone).forEach(this::await); // throws the reason why one was refused
                throw e;
            } catch (RedisException e) {
                throw DatabaseFailure.of(e instanceof RedisCommandTimeoutException ? Type.TIMEOUT : Type.CONNECTION,
                        Text.of("database.maybeDone", name));
            }
        }

        private <T> T traced(String command, int number, Supplier<T> asking) {
            try (ClientSpan step = spans.begin(name, command, number)) {
                try {
                    return asking.get();
                } catch (RuntimeException e) {
                    step.failed(e);
                    throw e;
                }
            }
        }

        private <T> T await(Future<T> answer) {
            try {
                return answer.get(left(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                sound = false;
                // the client may never complete a command that is sent while the server closes the connection
                throw connection != null && connection.isOpen() ? new RedisCommandTimeoutException("No answer in time")
                        : new RedisConnectionException("No connection");
            } catch (InterruptedException e) {
                sound &= isShared; // others go on; the answer is dropped when it arrives
                Thread.currentThread().interrupt();
                throw new RedisCommandInterruptedException(e);
            } catch (ExecutionException e) {
                sound &= e.getCause() instanceof RedisCommandExecutionException;
                throw e.getCause() instanceof RedisException failure ? failure : new RedisException(e.getCause());
            }
        }

        /** Closes a connection that may be silent, or that watches keys: on the shared one, also calls of others end that wait for it. */
        @Override
        public void close() {
            if (!sound || watching) {
                opened.thenAccept(StatefulConnection::closeAsync);
            } else if (!isShared && connection != null) {
                idle.push(connection);
            }
            places.release();
        }
    }
}
