package dev.caravan.kamelet;

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
import org.apache.camel.component.kamelet.KameletComponent;
import org.apache.camel.model.Model;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spring.boot.CamelSpringBootApplicationController;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.StaticApplicationContext;

/** Copies of a Kamelet are made while other routes come and go, as with an edit, or when other copies end. */
@Tag("full")
class KameletRoutesTest {

    @Test
    void copiesAreMadeWhileOtherRoutesComeAndGo() throws Exception {
        ExecutorService editor = Executors.newSingleThreadExecutor();
        try (StaticApplicationContext application = new StaticApplicationContext();
                RoutesContext context = new RoutesContext(application, false, new CamelSpringBootApplicationController(application))) {
            context.start();
            context.getComponent("kamelet", KameletComponent.class).setRouteProperties(new ConcurrentHashMap<>());
            Model model = context.getCamelContextExtension().getContextPlugin(Model.class);
            for (int i = 0; i < 1_000; i++) { // Camel reads them all for each copy
                model.addRouteDefinition(idle("direct:idle-" + i, "idle-" + i));
            }
            KameletRoute.open(context, "log-sink", "first", Map.of("loggerName", "first")).close(); // loads the template
            AtomicBoolean ready = new AtomicBoolean();
            Future<Integer> edits = editor.submit(() -> {
                int count = 0;
                while (!ready.get()) {
                    RouteDefinition route = idle("direct:edited", "edited");
                    model.addRouteDefinition(route);
                    model.removeRouteDefinition(route);
                    count++;
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
                ready.set(true);
            }
            assertThat(edits.get(1, TimeUnit.MINUTES)).isPositive();
        } finally {
            editor.shutdownNow();
        }
    }

    private static RouteDefinition idle(String uri, String id) {
        RouteDefinition route = new RouteDefinition();
        route.from(uri).autoStartup(false).routeId(id).log("x");
        return route;
    }
}
