package dev.caravan.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No setting that exists ends the start, however it is written, and no variable that others set. */
class KnownSettingsTest extends StartedSettings {

    @Test
    void everyWayToWriteASettingIsKnown() throws IOException {
        String file = file("application.properties", """
                caravan.http.maxBody=1MB
                caravan.http.max_headers=64KB
                caravan.security.tagScopes[graph.of.mine]=x
                caravan.databases.shop_eu.url=jdbc:postgresql://127.0.0.1:1/shop
                caravan.databases.shop_eu.denied-tables[0]=a
                caravan.tracing.headers.X-My.Header=a
                caravan.http.tls=
                """);
        Map<String, Object> variables = new LinkedHashMap<>();
        for (String name : new String[] {"CARAVAN_HTTP_MAX_BODY", "CARAVAN_HTTP_MAXBODY", "CARAVAN_SECURITY_KEYS_0_NAME",
            "CARAVAN_SECURITY_KEYS_0_SCOPES", "CARAVAN_SECURITY_KEYS_1_SCOPES_0_", "CARAVAN_DATABASES_SHOP_URL",
            "CARAVAN_DATABASES_SHOP_STATEMENT_TIMEOUT", "CARAVAN_DATABASES_SHOP_TABLES_0_", "CARAVAN_TRACING_HEADERS_X_KEY",
            "CARAVAN_BUS_JMS_PASSWORD", "CARAVAN_SECURITY_OAUTH2_JWKS_URI",
            "caravan.http.port", "CARAVANSERAI", "CARAVANS_X"}) {
            variables.put(name, "1");
        }
        known(variables, "--spring.config.additional-location=file:" + file);
    }

    /** Kubernetes sets them for each service whose name begins with caravan, and docker for links. */
    @Test
    void variablesOfServicesAreNoSettings() {
        Map<String, Object> variables = new LinkedHashMap<>();
        for (String service : new String[] {"CARAVAN", "CARAVAN_STORE", "CARAVAN_WEB_SEARCH"}) {
            variables.put(service + "_SERVICE_HOST", "10.0.0.1");
            variables.put(service + "_SERVICE_PORT", "8080");
            variables.put(service + "_SERVICE_PORT_HTTP", "8080");
            variables.put(service + "_PORT", "tcp://10.0.0.1:8080");
            variables.put(service + "_PORT_8080_TCP", "tcp://10.0.0.1:8080");
            variables.put(service + "_PORT_8080_TCP_PROTO", "tcp");
            variables.put(service + "_PORT_8080_TCP_PORT", "8080");
            variables.put(service + "_PORT_8080_TCP_ADDR", "10.0.0.1");
        }
        variables.put("CARAVAN_DB_PORT", "tcp://172.17.0.2:5432");
        variables.put("CARAVAN_DB_NAME", "/gateway/db");
        variables.put("CARAVAN_DB_ENV_POSTGRES_USER", "x");
        known(variables);
        assertThatThrownBy(() -> start(Map.of("CARAVAN_SERVICE_HOST", "10.0.0.1", "CARAVAN_SECURITY_MOD", "x")))
                .hasMessageContaining("CARAVAN_SECURITY_MOD in");
        assertThatThrownBy(() -> start(Map.of("CARAVAN_STORE_PORT", "5432"))).hasMessageContaining("CARAVAN_STORE_PORT in");
    }

    /** In routes, Java, the log's settings, and the examples of config/. */
    @Test
    void everyKeyThatTheProjectReadsIsKnown() throws IOException {
        Pattern placeholder = Pattern.compile("(?:\\$\\{|\\{\\{)(caravan\\.[a-z0-9.-]+)");
        TreeSet<String> read = new TreeSet<>();
        for (String root : new String[] {"src/main", "routes", "config", "docker"}) {
            try (Stream<Path> files = Files.walk(Path.of(root))) {
                for (Path file : files.filter(file -> file.toString().matches(".*\\.(java|ya?ml|xml|properties)")).toList()) {
                    placeholder.matcher(Files.readString(file)).results().map((MatchResult found) -> found.group(1)).forEach(read::add);
                }
            }
        }
        assertThat(read).contains("caravan.http.port", "caravan.example.url").hasSizeGreaterThan(30);
        StringBuilder all = new StringBuilder();
        read.forEach(key -> all.append(key).append("=1\n"));
        known(Map.of(), "--spring.config.additional-location=file:" + file("application.properties", all.toString()));
    }

    /** The values are wrong. */
    private void known(Map<String, Object> variables, String... arguments) {
        assertThat(catchThrowable(() -> start(variables, arguments))).satisfiesAnyOf(failure -> assertThat(failure).isNull(),
                failure -> assertThat(failure).message().doesNotContain("is no setting", "settings below it", "not a list"));
    }
}
