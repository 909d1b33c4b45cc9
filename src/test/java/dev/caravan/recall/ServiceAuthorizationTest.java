package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.GatewayLog;
import dev.caravan.recall.ServiceCall.Service;
import dev.caravan.security.TokenAudiences;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Callers' tokens go to no host that nobody has chosen. */
class ServiceAuthorizationTest {

    private static final String OWN_QUERY = "ontology-query-url=http://query.example.com";
    private static final String OWN_AOI = "operator-integration-url=http://aoi.example.com";
    private static final String OWN_MANAGER = "ontology-manager-url=http://manager.example.com";

    private static ServiceAuthorization authorization(String... settings) {
        Map<String, String> set = new HashMap<>();
        for (String setting : settings) {
            set.put("caravan.recall." + setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        Binder binder = new Binder(new MapConfigurationPropertySource(set));
        return new ServiceAuthorization(binder.bindOrCreate("caravan.recall", RecallProperties.class),
                new TokenAudiences(Set.of(), () -> false));
    }

    private static String sent(Service service, ServiceAuthorization authorization) throws Exception {
        return authorization
                .headers(new ServiceCall(service, RecallException.Kind.SERVICE_FAILED, "GET", "/", Map.of(),
                        Map.of("authorization", "Bearer t"), 1_000, Map.of(), null))
                .get("authorization");
    }

    @Test
    void ontologyManagerGetsTheTokenIfItsAddressIsSet() throws Exception {
        for (ServiceAuthorization authorization : List.of(authorization(OWN_QUERY, OWN_AOI, OWN_MANAGER), authorization(OWN_MANAGER))) {
            assertThat(sent(Service.ONTOLOGY_MANAGER, authorization)).isEqualTo("Bearer t");
        }
        assertThat(sent(Service.ONTOLOGY_MANAGER, authorization())).isNull();
        assertThat(sent(Service.ONTOLOGY_MANAGER, authorization(OWN_QUERY, OWN_AOI))).isNull();
        assertThat(sent(Service.ONTOLOGY_QUERY, authorization(OWN_QUERY, OWN_AOI))).isEqualTo("Bearer t");
    }

    @Test
    void ontologyQueryNeedsAoi() {
        assertThatThrownBy(() -> authorization(OWN_QUERY)).hasRootCauseMessage("caravan.recall.operator-integration-url is missing: "
                + "action recall needs ontology-query-url and operator-integration-url");
        assertThatThrownBy(() -> authorization(OWN_AOI)).hasStackTraceContaining("caravan.recall.ontology-query-url is missing");
    }

    @Test
    void startLogNamesOntologyManager() {
        try (GatewayLog log = GatewayLog.recordDebug()) {
            authorization(OWN_QUERY, OWN_AOI);
            log.awaits("service=Ontology Manager policy=none");
        }
        try (GatewayLog log = GatewayLog.recordDebug()) {
            authorization(OWN_QUERY, OWN_AOI, OWN_MANAGER);
            log.awaits("service=Ontology Manager policy=forward");
        }
    }
}
