package dev.caravan.observe;

import dev.caravan.routes.RoutesState;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.spi.PropertiesFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.stereotype.Component;

/** Says which families of tools are on, and which setting switches each of the others on: in health, in the log and to routes. */
@Component("familiesHealthIndicator")
public class Families implements HealthIndicator {

    private static final Logger LOG = LoggerFactory.getLogger(Families.class);

    private final Environment environment;

    /**
     * The state of a family.
     *
     * @param setting what switches it on
     */
    public record State(String name, boolean on, String setting) {
    }

    Families(Environment environment) {
        this.environment = environment;
    }

    public boolean isOn(Family family) {
        return family.isOn(environment);
    }

    /** Returns the state of each family. */
    public List<State> states() {
        return Arrays.stream(Family.values()).map(each -> new State(each.word(), isOn(each), each.switchedBy())).toList();
    }

    @EventListener
    @Order(Ordered.HIGHEST_PRECEDENCE)
    void tell(RoutesState.Loaded loaded) {
        LOG.info("Families of tools on=\"{}\" off=\"{}\"",
                states().stream().filter(State::on).map(State::name).collect(Collectors.joining(", ")),
                states().stream().filter(each -> !each.on()).map(each -> each.name() + " (set " + each.setting() + ")")
                        .collect(Collectors.joining(", ")));
    }

    /** Reports UP, with the names of families that are on, and of the others with their settings. */
    @Override
    public Health health() {
        Map<String, String> off = new LinkedHashMap<>();
        states().stream().filter(each -> !each.on()).forEach(each -> off.put(each.name(), each.setting()));
        return Health.up().withDetail("on", states().stream().filter(State::on).map(State::name).toList()).withDetail("off", off).build();
    }

    /** Resolves {@code {{family:NAME}}} in routes to {@code on} or {@code off}. Camel finds it by its service file. */
    public static final class Function implements PropertiesFunction, CamelContextAware {

        private CamelContext context;

        @Override
        public String getName() {
            return "family";
        }

        @Override
        public String apply(String name) {
            Families families = context.getRegistry().findSingleByType(Families.class);
            return families.isOn(Family.of(name)) ? "on" : "off";
        }

        @Override
        public CamelContext getCamelContext() {
            return context;
        }

        @Override
        public void setCamelContext(CamelContext camelContext) {
            this.context = camelContext;
        }
    }

    /** Gives addresses to families without one for {@code --validate}, which checks their files too. Nothing connects to them. */
    static final class Examples implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        private static final Map<String, String> ADDRESSES = Map.of("caravan.mongodb.uri", "mongodb://127.0.0.1",
                "caravan.neo4j.uri", "bolt://127.0.0.1", "caravan.web-search.searxng-url", "http://127.0.0.1",
                "caravan.recall.ontology-query-url", "http://127.0.0.1", "caravan.recall.ontology-manager-url", "http://127.0.0.1",
                "caravan.recall.operator-integration-url", "http://127.0.0.1");

        @Override
        public void initialize(ConfigurableApplicationContext application) {
            if (application.getEnvironment().containsProperty("caravan.validate")) {
                Map<String, Object> unset = new LinkedHashMap<>(ADDRESSES);
                unset.keySet().removeIf(name -> !application.getEnvironment().getProperty(name, "").isBlank());
                application.getEnvironment().getPropertySources().addFirst(new MapPropertySource("addressesForValidation", unset));
            }
        }
    }
}
