package dev.caravan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import dev.caravan.embedded.SharedServers;
import dev.caravan.mcp.ListChanges;
import dev.caravan.routes.RoutesState;
import dev.caravan.source.SourceFolder;
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
import org.apache.camel.spi.InterceptStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.AnnotatedGenericBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationBeanNameGenerator;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The gateways of {@link OwnGateway.Builder#shared}, by their settings. A gateway serves one test at a time. While it runs, the route
 * files, files of sources and beans of a test come and go again, which takes a fifth of the time of a start. The pool keeps the gateways
 * that were used last.
 */
final class GatewayPool {

    /** Each holds about 30 MB. The quick tier needs as many in a fork, each for another kind of test. */
    private static final int MOST_IDLE = 8;

    private static final Logger LOG = LoggerFactory.getLogger(GatewayPool.class);

    private static final Deque<Running> IDLE = new ArrayDeque<>();
    private static boolean closedBeforeServers;

    private GatewayPool() {
    }

    /**
     * What a test adds to a gateway.
     *
     * @param routes  folder with the base and the files of the test
     * @param sources the folder of the gateway's sources; null for no such folder
     * @param beans   classes of beans that routes of the test use
     */
    record Additions(Path routes, Path sources, List<Class<?>> beans) {
    }

    /**
     * A gateway that runs.
     *
     * @param key     its settings, and the beans that it needs at its start
     * @param routes  its folder
     * @param sources the folder of the gateway's sources; null for no such folder
     * @param base    the files of the folder that are no test's, relative to it; empty if tests add none
     */
    record Running(String key, int port, ConfigurableApplicationContext application, Path routes, Path sources, Set<Path> base,
            SettledChanges settled) {

        /** Adds beans, then files, and waits until the route files serve or are refused. */
        private void add(Additions test) {
            GenericApplicationContext context = (GenericApplicationContext) application;
            test.beans().forEach(bean -> context.registerBean(beanName(bean), bean));
            if (sources != null) {
                files(test.sources()).forEach(file -> copy(test.sources(), sources, file));
            }
            if (!base.isEmpty()) {
                Set<Path> added = files(test.routes());
                added.removeAll(base);
                added.forEach(file -> copy(test.routes(), routes, file));
                List<String> expected = added.stream().map(file -> routes.resolve(file).toString())
                        .filter(file -> file.endsWith(".camel.yaml")).toList();
                await("the routes of the test serve").pollInterval(10, MILLISECONDS).until(() -> known().containsAll(expected));
            }
        }

        private static void copy(Path from, Path to, Path file) {
            try {
                Files.createDirectories(to.resolve(file).getParent());
                Files.copy(from.resolve(file), to.resolve(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Removes what a test has added, and waits until nothing of it serves, and until all streams have been told. */
        private void removeAdded(List<Class<?>> beans) {
            if (sources != null) {
                files(sources).forEach(file -> delete(sources.resolve(file)));
                await("the sources of the test are gone").pollInterval(10, MILLISECONDS).until(() -> application
                        .getBeansOfType(SourceFolder.class).values().stream().allMatch(kind -> kind.all().isEmpty()));
            }
            if (!base.isEmpty()) {
                Set<Path> added = files(routes);
                added.removeAll(base);
                added.forEach(file -> delete(routes.resolve(file)));
                Set<String> left = base.stream().map(file -> routes.resolve(file).toString()).collect(Collectors.toSet());
                await("the routes of the test are gone").pollInterval(10, MILLISECONDS).until(() -> left.containsAll(known()));
                settled.settle();
            }
            beans.forEach(bean -> ((GenericApplicationContext) application).removeBeanDefinition(beanName(bean)));
        }

        private static void delete(Path file) {
            try {
                Files.deleteIfExists(file); // the gateway may have moved one that it writes
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private String beanName(Class<?> bean) {
            return AnnotationBeanNameGenerator.INSTANCE.generateBeanName(new AnnotatedGenericBeanDefinition(bean),
                    (GenericApplicationContext) application);
        }

        /** Returns the files that serve or are refused, with those generated from sources, without those generated from databases. */
        private Set<String> known() {
            RoutesState state = application.getBean(RoutesState.class);
            Stream<String> served = state.served().stream().map(RoutesState.ServedFile::file);
            return Stream.concat(served, state.broken().stream().map(RoutesState.BrokenFile::file))
                    .filter(file -> !file.startsWith("config/databases/")).collect(Collectors.toSet());
        }
    }

    /** Whether a bean of this class must be there when the routes are loaded. All others come and go while the gateway runs. */
    static boolean isNeededAtStart(Class<?> bean) {
        return InterceptStrategy.class.isAssignableFrom(bean);
    }

    /** Returns the gateway with this key, with the additions of the test; starts one with them if none is idle. */
    static synchronized Running take(String key, Additions test, Supplier<Running> start) {
        Optional<Running> idle = IDLE.stream().filter(gateway -> gateway.key().equals(key)).findFirst();
        if (idle.isEmpty()) {
            return start.get();
        }
        LOG.info("Gateway of another test taken port={}", idle.get().port());
        IDLE.remove(idle.get());
        idle.get().add(test);
        return idle.get();
    }

    /** Takes a gateway back, and closes the one that has been idle longest if there are too many. */
    static synchronized void giveBack(Running gateway, List<Class<?>> beans) {
        try {
            gateway.removeAdded(beans);
        } catch (RuntimeException e) {
            gateway.application().close();
            throw e;
        }
        IDLE.addFirst(gateway);
        if (IDLE.size() > MOST_IDLE) {
            IDLE.removeLast().application().close();
        }
    }

    /** Describes a gateway that has just started. */
    static Running started(String key, int port, ConfigurableApplicationContext application, Additions first, Set<Path> base,
            boolean usesServers) {
        if (usesServers && !closedBeforeServers) {
            closedBeforeServers = true;
            SharedServers.closeFirst(GatewayPool::close);
        }
        SettledChanges settled = new SettledChanges(application.getBean(ListChanges.class), application.getBean(RoutesState.class));
        return new Running(key, port, application, first.routes(), first.sources(), base, settled);
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
