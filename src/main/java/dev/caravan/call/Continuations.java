package dev.caravan.call;

import dev.caravan.routes.PerContext;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.apache.camel.CamelContext;

/** The threads on which routes go on once their clients have answered; they end when idle. */
public final class Continuations implements Executor {

    private final ExecutorService threads;

    private Continuations(CamelContext context) {
        this.threads = context.getExecutorServiceManager().newCachedThreadPool(this, "answered");
    }

    public static Executor of(CamelContext context) {
        return PerContext.of(context, Continuations.class, () -> new Continuations(context));
    }

    @Override
    public void execute(Runnable command) {
        threads.execute(command);
    }
}
