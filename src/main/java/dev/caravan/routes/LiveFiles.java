package dev.caravan.routes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.CamelContext;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files of one kind, and what they define, by name. Edits take effect without a restart. While a file can't be used, what it defined before
 * stays.
 *
 * <p>The first look reads all files. Later, an edit counts when two looks in a row have found the same file, so that a half-written file is
 * not read.
 *
 * @param <S> stamp of a file, or of files that belong together; it differs after an edit
 * @param <T> what one file defines
 */
public final class LiveFiles<S, T> {

    /** What differs between the kinds of files. */
    public interface Kind<S, T> {

        /** Returns the files that exist, {name: stamp}. */
        Map<String, S> stamps();

        /** Reads a file. An exception refuses it. */
        T read(String name, S stamp) throws Exception;

        /**
         * Puts into effect what a file defines. An exception refuses the file.
         *
         * @param former what it defined before; null if nothing
         */
        default void taken(String name, T former, T next) {
        }

        /** Returns why a file can't be used: the file, the line if it is known, and the reason. */
        String problem(String name, S stamp, Throwable thrown);

        /**
         * Takes back what a file defined that is gone.
         *
         * @param last what it defined; null if nothing
         */
        default void gone(String name, T last) {
        }

        /** Is called when a look has found edits, and has handled all of them. */
        default void settled() {
        }

        /** Whether refused files are read again after an edit of another file, because that file may have been the reason. */
        default boolean readsRefusedAgain() {
            return false;
        }
    }

    private final Kind<S, T> kind;
    private final Logger log;
    private final Map<String, S> seen = new TreeMap<>();
    private final Map<String, S> applied = new TreeMap<>();
    private final Map<String, T> active = new ConcurrentSkipListMap<>();
    private final Map<String, String> problems = new ConcurrentSkipListMap<>();
    private boolean looked;

    public LiveFiles(Kind<S, T> kind) {
        this.kind = kind;
        this.log = LoggerFactory.getLogger(kind.getClass());
    }

    /**
     * Applies edits until the gateway stops: when the file system reports a change in the folders, and every {@value Watch#LOOK_MILLIS} ms,
     * since some changes are not reported.
     *
     * @param folders those of the files; changes in their subfolders are not reported
     * @param place   what can't be read if a look fails, for the log
     */
    public static void watch(CamelContext context, String thread, Object place, List<Path> folders, LiveFiles<?, ?>... files) {
        try {
            context.addService(new Watch(context.getExecutorServiceManager().newSingleThreadScheduledExecutor(place, thread), place,
                    folders, List.of(files)));
        } catch (Exception e) {
            throw new IllegalStateException(place + " can't be watched", e);
        }
    }

    private static final class Watch extends ServiceSupport {

        private static final long LOOK_MILLIS = 5_000;

        /** Until an edit counts, if nothing has changed in the meantime. */
        private static final long SETTLE_MILLIS = 100;

        private final ScheduledExecutorService looks;
        private final Object place;
        private final List<LiveFiles<?, ?>> files;
        private final FolderWatch folders;
        private final AtomicBoolean due = new AtomicBoolean();

        Watch(ScheduledExecutorService looks, Object place, List<Path> folders, List<LiveFiles<?, ?>> files) {
            this.looks = looks;
            this.place = place;
            this.files = files;
            this.folders = FolderWatch.of(folders, () -> lookAfter(0));
        }

        @Override
        protected void doStart() {
            looks.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        }

        private void lookAfter(long millis) {
            if (due.compareAndSet(false, true)) {
                try {
                    looks.schedule(this::look, millis, TimeUnit.MILLISECONDS);
                } catch (RejectedExecutionException stopping) {
                    // the gateway stops
                }
            }
        }

        private void look() {
            due.set(false);
            folders.include();
            boolean settled = true;
            for (LiveFiles<?, ?> each : files) {
                try {
                    settled &= each.look();
                } catch (RuntimeException e) {
                    each.log.error("Files not read, retrying place={}", place, e);
                }
            }
            if (!settled) {
                lookAfter(SETTLE_MILLIS);
            }
        }

        @Override
        protected void doStop() {
            folders.close();
        }
    }

    /** Returns what the file defines now; null if nothing. */
    public T named(String name) {
        return active.get(name);
    }

    /** Returns {name: what the file defines now}. */
    public Map<String, T> all() {
        return new TreeMap<>(active);
    }

    /** Returns {name: why the file as it is now can't be used}. It may still define what it defined before. */
    public Map<String, String> problems() {
        return new TreeMap<>(problems);
    }

    /** Returns the names of files that define something or are refused. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>();
        problems.keySet().forEach(names::add); // addAll fails when a file goes meanwhile
        active.keySet().forEach(names::add);
        return names;
    }

    /**
     * Applies the edits since the last look.
     *
     * @return false if an edit waits for the next look, which must find the same file
     */
    public synchronized boolean look() {
        Map<String, S> now = kind.stamps();
        List<String> edited = edited(now);
        if (!edited.isEmpty()) {
            apply(edited, now);
        }
        return now.equals(applied);
    }

    private void apply(List<String> edited, Map<String, S> now) {
        Set<String> toRead = new TreeSet<>();
        for (String name : edited) {
            if (now.containsKey(name)) {
                applied.put(name, now.get(name));
                toRead.add(name);
            } else {
                applied.remove(name);
                problems.remove(name);
                kind.gone(name, active.remove(name));
            }
        }
        if (kind.readsRefusedAgain()) {
            toRead.addAll(problems.keySet());
            toRead.retainAll(now.keySet());
        }
        toRead.forEach(name -> read(name, now.get(name), edited.contains(name)));
        kind.settled();
    }

    /** Returns the names of files that are new, changed or gone. */
    private List<String> edited(Map<String, S> now) {
        List<String> edited = new ArrayList<>();
        applied.keySet().stream().filter(name -> !now.containsKey(name) && !seen.containsKey(name)).forEach(edited::add);
        now.forEach((name, stamp) -> {
            if (!stamp.equals(applied.get(name)) && (!looked || stamp.equals(seen.get(name)))) {
                edited.add(name);
            }
        });
        seen.clear();
        seen.putAll(now);
        looked = true;
        return edited;
    }

    private void read(String name, S stamp, boolean isEdited) {
        T former = active.get(name);
        try {
            T next = kind.read(name, stamp);
            active.put(name, next);
            kind.taken(name, former, next);
            problems.remove(name);
        } catch (Exception | OutOfMemoryError | StackOverflowError | LinkageError e) { // one file must not end the gateway
            if (former == null) {
                active.remove(name);
            } else {
                active.put(name, former);
            }
            String problem = kind.problem(name, stamp, e);
            if (!problem.equals(problems.put(name, problem)) || isEdited) {
                log.warn(former == null ? "File refused, nothing of it is active reason={}"
                        : "File refused, its last good version stays active reason={}", problem);
            }
        }
    }
}
