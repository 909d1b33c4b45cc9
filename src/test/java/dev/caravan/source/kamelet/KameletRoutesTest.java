package dev.caravan.source.kamelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.routes.RoutesContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.kamelet.KameletComponent;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.RouteTemplateDefinition;
import org.apache.camel.spring.boot.CamelSpringBootApplicationController;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.support.StaticApplicationContext;

/** Routes of a Kamelet are made while other routes come and go, as with an edit, or when other Kamelets end. */
@Tag("nightly")
@Timeout(value = 9, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KameletRoutesTest {

    private interface Edit {
        void run() throws Exception;
    }

    private final ExecutorService editor = Executors.newSingleThreadExecutor();
    private final AtomicBoolean done = new AtomicBoolean();
    private final StaticApplicationContext application = new StaticApplicationContext();
    private final RoutesContext context = new RoutesContext(application, false, new CamelSpringBootApplicationController(application));

    @BeforeEach
    void start() throws Exception {
        context.start();
        context.getComponent("kamelet", KameletComponent.class).setRouteProperties(new ConcurrentHashMap<>());
        KameletRoute.open(context, "log-sink", "first", Map.of("loggerName", "first")).close(); // loads the template
    }

    @AfterEach
    void stop() throws Exception {
        editor.shutdownNow();
        context.close();
        application.close();
    }

    @Test
    void copiesAreMadeWhileOtherRoutesComeAndGo() throws Exception {
        for (int i = 0; i < 1_000; i++) { // Camel reads them all for each copy
            context.addRouteDefinition(idle("direct:idle-" + i, "idle-" + i));
        }
        copiesAreMadeDuring(inTurn(() -> {
            RouteDefinition route = idle("direct:edited", "edited");
            context.addRouteDefinition(route);
            context.removeRouteDefinition(route);
        }));
    }

    @Test
    void copiesAreMadeWhileConfigurationsAndTemplatesComeAndGo() throws Exception {
        for (int i = 0; i < 300; i++) {
            context.addRouteConfiguration(configuration("idle-" + i));
            context.addRouteTemplateDefinition(template("idle-" + i));
        }
        copiesAreMadeDuring(inTurn(() -> {
            RouteConfigurationDefinition configuration = configuration("edited");
            context.addRouteConfiguration(configuration);
            context.removeRouteConfiguration(configuration);
            context.addRouteTemplateDefinition(template("edited"));
            assertThat(context.getRouteTemplateDefinition("edited")).isNotNull();
            context.removeRouteTemplateDefinitions("edited");
        }));
    }

    @Test
    void copiesAreMadeWhileCallsMakeOthers() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:any").toD("kamelet:log-sink/${body}?loggerName=any", -1);
            }
        });
        int[] calls = new int[1];
        copiesAreMadeDuring(() -> {
            String id = "called-" + calls[0]++;
            context.createProducerTemplate().sendBody("direct:any", id);
            assertThat(context.getRoute(id)).isNotNull();
        });
    }

    /** Edits of files hold the context's monitor. */
    private Edit inTurn(Edit edit) {
        return () -> {
            synchronized (context) {
                edit.run();
            }
        };
    }

    /** Copies are made until each of both threads has done its work a hundred times. */
    private void copiesAreMadeDuring(Edit edit) throws Exception {
        Future<Integer> edits = editor.submit(() -> {
            int count = 0;
            for (; count < 100 || !done.get(); count++) {
                edit.run();
                LockSupport.parkNanos(50_000); // a monitor isn't fair: without a pause the copies hardly get their turn
            }
            return count;
        });
        try {
            for (int i = 0; i < 100; i++) {
                KameletRoute copy = KameletRoute.open(context, "log-sink", "copy-" + i, Map.of("loggerName", "n" + i));
                assertThat(context.getRoute("copy-" + i)).isNotNull();
                copy.close();
            }
        } finally {
            done.set(true);
        }
        assertThat(edits.get()).isGreaterThanOrEqualTo(100);
    }

    private static RouteDefinition idle(String uri, String id) {
        RouteDefinition route = new RouteDefinition();
        route.from(uri).autoStartup(false).routeId(id).log("x");
        return route;
    }

    private static RouteConfigurationDefinition configuration(String id) {
        RouteConfigurationDefinition configuration = new RouteConfigurationDefinition();
        configuration.setId(id);
        return configuration;
    }

    private static RouteTemplateDefinition template(String id) {
        RouteTemplateDefinition template = new RouteTemplateDefinition();
        template.setId(id);
        template.setRoute(idle("direct:" + id, id));
        return template;
    }
}
