package dev.caravan.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.Caravan;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ChildJvm;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** A setting that is misspelt ends the start, wherever it was set. */
@Tag("full")
class UnknownSettingsTest extends StartedSettings {

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
                .hasMessageContaining("caravan.databases.deny-tables in " + file
                        + " line 5 is no setting. The nearest is caravan.databases.NAME.denied-tables")
                .hasMessageContaining("caravan.databases.shop.user in " + file
                        + " line 9 is no setting. The nearest is caravan.databases.shop.username")
                .message().doesNotContain("s3cret-of-shop", "customers", "tools");
    }

    @Test
    void profilesAndImportedFilesAreChecked() throws IOException {
        file("application-prod.yaml", "caravan:\n  http:\n    prot: 9000\n");
        String profile = "--spring.profiles.active=prod";
        assertThatThrownBy(() -> start(Map.of(), "--spring.config.additional-location=file:" + folder + "/", profile))
                .hasMessageContaining("caravan.http.prot in ").hasMessageContaining("application-prod.yaml line 3")
                .hasMessageContaining("caravan.http.port");
        String imported = file("more.yaml", """
                caravan:
                  databases:
                    a:
                      url: jdbc:postgresql://127.0.0.1:1/a
                      table: [a]
                """);
        assertThatThrownBy(() -> start(Map.of(), "--spring.config.import=file:" + imported))
                .hasMessageContaining("caravan.databases.a.table in ").hasMessageContaining("more.yaml")
                .hasMessageContaining(" line 5 is no setting. The nearest is caravan.databases.a.tables");
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
        "CARAVAN_UPSTREAM_MAXSESIONS, CARAVAN_UPSTREAM_MAX_SESSIONS"})
    void variablesOfTheEnvironmentAreChecked(String variable, String nearest) {
        assertThatThrownBy(() -> start(Map.of(variable, "s3cret")))
                .hasMessage(variable + " in the environment is no setting. The nearest is " + nearest);
    }

    @ParameterizedTest
    @ValueSource(strings = {"caravan.http.port.number", "caravan.databases.shop", "caravan.tools.timeouts", "caravan.mode",
        "caravan.security.keys[0].sha", "caravan.security.keys.name", "caravan.database.shop.url", "caravan.security.scopes.reads",
        "caravan.bus.kafka.topics", "caravan.audit.keyy", "caravan.upstream.file", "caravan.upstream.servers.a.url",
        "caravan.recall.timeouts", "caravan.intelligence.workspaces.a.path", "caravan.STORE.Usr"})
    void argumentsAreChecked(String name) {
        assertThatThrownBy(() -> start(Map.of(), "--" + name + "=s3cret"))
                .hasMessageStartingWith(name + " on the command line is no setting. The nearest is caravan.").message()
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"caravan", "caravan.http", "caravan.databases", "caravan.security.keys", "caravan.http.tls"})
    void aGroupOfSettingsTakesNoValue(String name) {
        assertThatThrownBy(() -> start(Map.of(), "--" + name + "=s3cret"))
                .hasMessageStartingWith(name + " on the command line has settings below it and no value of its own, such as " + name)
                .message().doesNotContain("s3cret");
    }

    @Test
    void systemPropertiesAreChecked() {
        MapPropertySource properties = new MapPropertySource("systemProperties", Map.of("caravan.security.mod", "api-key"));
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace("systemProperties", properties);
        SpringApplication application = new SpringApplication(Settings.class);
        application.setEnvironment(environment);
        assertThatThrownBy(application::run).hasMessageContaining("caravan.security.mod in the system properties (-D) is no setting");
    }

    @Test
    void theGatewayRefusesToStart() {
        assertThatThrownBy(OwnGateway.withEntries().set("security.mod", "api-key")::start)
                .hasMessage("caravan.security.mod on the command line is no setting. The nearest is caravan.security.mode");
    }

    @Test
    @Tag("full")
    void theProcessEndsWithAFewLines() throws Exception {
        try (ChildJvm gateway = ChildJvm.run(Caravan.class, "--server.port=0", "--caravan.security.mod=api-key")) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.process().exitValue()).isEqualTo(2);
            assertThat(gateway.printed())
                    .contains("caravan.security.mod on the command line is no setting. The nearest is caravan.security.mode")
                    .doesNotContain("Caravan is ready", "\tat ").hasLineCount(2);
        }
    }
}
