package dev.caravan.call;

import dev.caravan.routes.PerContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.ThreadPoolProfileBuilder;

/** Runs the routes that continue after a client's answer. Threads end when idle. */
public record Continuations(Executor threads) {

    /**
     * Limits the threads; further routes wait in order. With no room in the queue (size -1), Camel would run them on the thread that
     * brought the answer, which may be the one that receives messages of other gateways.
     */
    private static final int MOST = 256;

    private static Continuations of(CamelContext context) {
        return new Continuations(context.getExecutorServiceManager()
                .newThreadPool(context, "answered", new ThreadPoolProfileBuilder("answered").poolSize(MOST).maxPoolSize(MOST)
                .maxQueueSize(Integer.MAX_VALUE).keepAliveTime(60L).allowCoreThreadTimeOut(true).build()));
    }

    /** Returns the executor that continues the exchange's route as part of its call. */
    public static Executor of(Exchange exchange) {
        CamelContext context = exchange.getContext();
        Executor all = PerContext.of(context, Continuations.class, () -> of(context)).threads;
        CallContext call = exchange.getProperty(CallContext.PROPERTY, CallContext.class);
        return call == null ? all : command -> all.execute(() -> {
            try (CallContext.CallScope scope = call.enter(exchange.getFromRouteId())) {
                command.run();
            }
        });
    }

    /**
     * Takes a client's answer as part of its call, like an {@code AsyncProcessor}: at once if it is there, or else on another thread when
     * it comes.
     *
     * @param taker gets the answer, or the reason why there is none
     */
    public static <T> boolean take(CompletableFuture<T> answer, Exchange exchange, AsyncCallback callback, BiConsumer<T, Throwable> taker) {
        boolean done = answer.isDone();
        answer.whenCompleteAsync((given, failed) -> {
            taker.accept(given, failed instanceof CompletionException ? failed.getCause() : failed);
            callback.done(done);
        }, done ? Runnable::run : of(exchange));
        return done;
    }
}
