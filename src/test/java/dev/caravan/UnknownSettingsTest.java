package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.embedded.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A setting that is misspelt ends the start, wherever it was set. */
class UnknownSettingsTest {

    @TempDir
    private Path folder;

    /** The gateway's settings without the gateway. */
    @Configuration(proxyBeanMethods = false)
    @ConfigurationPropertiesScan("dev.caravan")
    @Import(UnknownSettings.class)
    static class Settings {
    }

    private void start(Map<String, Object> variables, String... arguments) {
        SpringApplication application = new SpringApplication(Settings.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLazyInitialization(true);
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        application.setEnvironment(environment);
        try (ConfigurableApplicationContext started = application.run(arguments)) {
            assertThat(started.isActive()).isTrue();
        }
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void aMisspeltModeAndAMisplacedListEndTheStartWithTheirLines() throws IOException {
        String file = file("application.yaml", """
                caravan:
                  security:
                    mod: api-key
                  databases:
                    deny-tables: [customers]
                    shop:
                      type: postgresql
                      url: jdbc:postgresql://127.0.0.1:1/shop
                      user: tools
                      password: s3cret-of-shop
                """);
        assertThatThrownBy(() -> start(Map.of(), "--spring.config.additional-location=file:" + file))
                .hasMessageContaining("caravan.security.mod in " + file + " line 3 is no setting. The nearest is caravan.security.mode")
                .hasMessageContaining("caravan.databases.deny-tables in " + file + " line 5 is no setting. The nearest is caravan.databases.NAME.denied-tables")
                .hasMessageContaining("caravan.databases.shop.user in " + file + " line 9 is no setting. The nearest is caravan.databases.shop.username")
                .message().doesNotContain("s3cret-of-shop", "customers", "tools");
    }

    @Test
    void profilesAndImportedFilesAreChecked() throws IOException {
        file("application-prod.yaml", "caravan:\n  http:\n    prot: 9000\n");
        assertThatThrownBy(() -> start(Map.of(), "--spring.config.additional-location=file:" + folder + "/", "--spring.profiles.active=prod"))
                .hasMessageContaining("caravan.http.prot in ").hasMessageContaining("application-prod.yaml line 3").hasMessageContaining("caravan.http.port");
        String upstream = file("upstream.yaml", "caravan:\n  upstream:\n    servers:\n      a:\n        url: http://127.0.0.1:1/mcp\n        expose:\n          tool: [a]\n");
        assertThatThrownBy(() -> start(Map.of(), "--caravan.upstream.file=" + upstream))
                .hasMessageContaining("caravan.upstream.servers.a.expose.tool in " + upstream + " line 7 is no setting. The nearest is caravan.upstream.servers.a.expose.tools");
        assertThatThrownBy(() -> start(Map.of("SPRING_APPLICATION_JSON", "{\"caravan\":{\"secruity\":{\"mode\":\"none\"}}}")))
                .hasMessageContaining("caravan.secruity.mode in ").hasMessageContaining("The nearest is caravan.security.mode");
    }

    /** It would be a setting under caravan, and has no effect where it is. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "security: {mode: api-key} | security.mode | caravan.security.mode",
        "databases: {shop: {denied-tables: [a]}} | databases.shop.denied-tables | caravan.databases.shop.denied-tables",
        "carvan: {security: {mode: api-key}} | carvan.security.mode | caravan.security.mode",
        "spring: {caravan: {security: {mode: api-key}}} | spring.caravan.security.mode | caravan.security.mode",
        "cara-van: {security: {mod: api-key}} | cara-van.security.mod | caravan.security.mode",
        "'caravan[security].mod': api-key | caravan[security].mod | caravan.security.mode"})
    void aSettingBesideCaravanEndsTheStart(String text, String name, String nearest) throws IOException {
        String file = file("application.yaml", text);
        assertThatThrownBy(() -> start(Map.of(), "--spring.config.additional-location=file:" + file))
                .hasMessage(name + " in " + file + " line 1 is no setting. The nearest is " + nearest);
    }

    /** Names of one's own may be those of settings, if they set these. */
    @Test
    void keysOfOnesOwnMayBeUsedInSettings() throws IOException {
        start(Map.of(), "--spring.config.additional-location=file:" + file("application.yaml", """
                http: {port: 9000}
                shop: {url: x}
                caravan: {http: {port: "${http.port}"}}
                """));
    }

    @ParameterizedTest
    @CsvSource({
        "CARAVAN_SECURITY_MOD, CARAVAN_SECURITY_MODE",
        "CARAVAN_HTTP_MAX_BODDY, CARAVAN_HTTP_MAX_BODY",
        "caravan_http_prot, CARAVAN_HTTP_PORT",
        "CARAVAN_DATABASES_SHOP_USER, CARAVAN_DATABASES_SHOP_USERNAME",
        "CARAVAN_DATABASES_SHOP_EU_URL, CARAVAN_DATABASES_SHOP_URL",
        "CARAVAN_DATABASES_SHOP_URI, CARAVAN_DATABASES_SHOP_URL",
        "CARAVAN_DATABASES_SHOP_STATEMENT_TIMEOT, CARAVAN_DATABASES_SHOP_STATEMENT_TIMEOUT",
        "CARAVAN_SECURITY_KEYS_0_SHA, CARAVAN_SECURITY_KEYS_0_SHA256",
        "CARAVAN_SECURITY_KEYS_FIRST_NAME, CARAVAN_SECURITY_KEYS_0_NAME",
        "CARAVAN_UPSTREAM_SERVERS_A_OAUTH_CLIENTSECRT, CARAVAN_UPSTREAM_SERVERS_A_OAUTH_CLIENT_SECRET"})
    void variablesOfTheEnvironmentAreChecked(String variable, String nearest) {
        assertThatThrownBy(() -> start(Map.of(variable, "s3cret"))).hasMessage(variable + " in the environment is no setting. The nearest is " + nearest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caravan.http.port.number", "caravan.http", "caravan.databases.shop", "caravan.tools.timeouts", "caravan.mode", "caravan.security.keys[0].sha", "caravan.security.keys.name",
        "caravan.security.scopes.reads", "caravan.bus.kafka.topics", "caravan.audit.keyy", "caravan.recall.token-exchange.secret", "caravan.intelligence.workspaces.a.path", "caravan.STORE.Usr"})
    void argumentsAreChecked(String name) {
        assertThatThrownBy(() -> start(Map.of(), "--" + name + "=s3cret")).hasMessageStartingWith(name + " on the command line is no setting. The nearest is caravan.").message().doesNotContain("s3cret");
    }

    @Test
    void systemPropertiesAreChecked() {
        MapPropertySource properties = new MapPropertySource("systemProperties", Map.of("caravan.security.mod", "api-key"));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace("systemProperties", properties);
        SpringApplication application = new SpringApplication(Settings.class);
        application.setEnvironment(environment);
        assertThatThrownBy(application::run).hasMessageContaining("caravan.security.mod in systemProperties is no setting");
    }

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
        for (String name : new String[] {"CARAVAN_HTTP_MAX_BODY", "CARAVAN_HTTP_MAXBODY", "CARAVAN_SECURITY_KEYS_0_NAME", "CARAVAN_SECURITY_KEYS_0_SCOPES", "CARAVAN_SECURITY_KEYS_1_SCOPES_0_",
            "CARAVAN_DATABASES_SHOP_URL", "CARAVAN_DATABASES_SHOP_STATEMENT_TIMEOUT", "CARAVAN_DATABASES_SHOP_TABLES_0_", "CARAVAN_TRACING_HEADERS_X_KEY", "CARAVAN_UPSTREAM_SERVERS_A_HEADERS_AUTHORIZATION",
            "CARAVAN_BUS_JMS_PASSWORD", "CARAVAN_SECURITY_OAUTH2_JWKS_URI", "caravan.http.port", "CARAVANSERAI", "CARAVANS_X"}) {
            variables.put(name, "1");
        }
        start(variables, "--spring.config.additional-location=file:" + file);
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
        start(variables);
        assertThatThrownBy(() -> start(Map.of("CARAVAN_SERVICE_HOST", "10.0.0.1", "CARAVAN_SECURITY_MOD", "x"))).hasMessageContaining("CARAVAN_SECURITY_MOD in");
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
        start(Map.of(), "--spring.config.additional-location=file:" + file("application.properties", all.toString()));
    }

    @Test
    void theGatewayRefusesToStart() {
        assertThatThrownBy(OwnGateway.withEntries().set("security.mod", "api-key")::start).hasMessage("caravan.security.mod on the command line is no setting. The nearest is caravan.security.mode");
    }

    @Test
    @Tag("full")
    void theProcessEndsWithAFewLines() throws Exception {
        try (ChildJvm gateway = ChildJvm.run(Caravan.class, "--server.port=0", "--caravan.security.mod=api-key")) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.process().exitValue()).isEqualTo(1);
            assertThat(gateway.printed()).contains("caravan.security.mod on the command line is no setting. The nearest is caravan.security.mode").doesNotContain("Caravan is ready", "\tat ");
        }
    }
}
