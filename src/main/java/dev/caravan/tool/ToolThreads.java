package dev.caravan.tool;

import jakarta.annotation.PreDestroy;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * The threads that tools run on, apart from the callers' own, so that a call can be answered when its tool is late.
 * Virtual threads where the JVM has them (21 and later). A late tool keeps its place until it really ends.
 */
@Component
class ToolThreads {

    private final Semaphore places;
    private final ExecutorService executor;

    ToolThreads(ToolProperties properties) {
        this.places = new Semaphore(properties.maxInFlight());
        this.executor = executor();
    }

    /** Runs it soon on another thread; null if as many calls as may be are under way. */
    Future<?> submit(Runnable work) {
        if (!places.tryAcquire()) {
            return null;
        }
        try {
            return executor.submit(() -> {
                try {
                    work.run();
                } finally {
                    places.release();
                }
            });
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    @PreDestroy
    void stop() {
        executor.shutdownNow();
    }

    private static ExecutorService executor() {
        try {
            return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (NoSuchMethodException olderJvm) {
            AtomicInteger number = new AtomicInteger();
            ThreadFactory threads = task -> {
                Thread thread = new Thread(task, "tool-" + number.incrementAndGet());
                thread.setDaemon(true);
                return thread;
            };
            return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("Virtual threads could not be had", e);
        }
    }
}
