package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Caravan;
import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.Patience;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.health.HealthEndpoint;

/** A start that fails for an address does not print the password in it, and says how the address is written. */
@Tag("nightly")
class UnshownPasswordsTest {

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {
        "databases.shop.type=postgresql databases.shop.url=mysql://u:s3cret@h/d",
        "databases.shop.type=mysql databases.shop.url=pgsql://u:s3cret@h/d",
        "databases.shop.type=mongodb databases.shop.url=mongodb://u:s3cret@h:port/d",
        "databases.shop.type=redis databases.shop.url=redis://u:s3 cret@h",
        "databases.shop.type=opensearch databases.shop.url=elastic://u:s3cret@h",
        "store.url=oracle://u:s3cret@h/d",
        "mongodb.uri=mongodb://u:s3cret/@h/d",
        "neo4j.uri=http://u:s3cret@h:7687"})
    void aFailedStartShowsNoPassword(String settings) throws Exception {
        String[] arguments = Stream.concat(Stream.of("server.port=0", "caravan.http.port=" + FreePorts.pick()),
                Arrays.stream(settings.split(" (?=[a-z0-9.-]+=)")).map(each -> "caravan." + each)).map(each -> "--" + each)
                .toArray(String[]::new);
        try (ChildJvm gateway = ChildJvm.run(Caravan.class, arguments)) {
            assertThat(gateway.process().waitFor(2, TimeUnit.MINUTES)).as("the gateway ended").isTrue();
            assertThat(gateway.printed()).contains("caravan." + settings.replaceFirst("^.* (?=[a-z0-9.-]+=)", "").replaceFirst("=.*", ""))
                    .doesNotContain("s3cret", "cret@", "Caravan is ready");
        }
    }

    @Test
    void anAddressWithTheUserAndThePasswordWorksAndIsNotLogged() throws Exception {
        Map<String, String> server = SharedServers.get(ServerKind.POSTGRESQL).properties();
        String prefix = "caravan.databases.postgresql.";
        String user = server.get(prefix + "username") + ":" + server.get(prefix + "password") + "@";
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().properties(Patience.settings()).set("databases.shop.type", "postgresql")
                .set("databases.shop.url", server.get(prefix + "url").replace("jdbc:postgresql://", "postgres://" + user))
                .set("databases.shop.statement-timeout", "12s")
                .set("databases.gone.type", "postgresql").set("databases.gone.url", "postgres://u:s3cret@127.0.0.1:1/d")
                .set("databases.other.type", "mysql").set("databases.other.url", "mysql://u:s3cret@127.0.0.1:1/d");
        try (GatewayLog log = GatewayLog.record(); OwnGateway gateway = builder.start()) {
            assertThat(gateway.client().call("db_describe_shop", McpClient.object("{}")).result().path("isError").asBoolean()).isFalse();
            for (String gone : List.of("db_describe_gone", "db_describe_other")) {
                assertThat(gateway.client().call(gone, McpClient.object("{}")).result().toString()).contains("\"isError\":true")
                        .doesNotContain("s3cret");
            }
            assertThat(gateway.bean(HealthEndpoint.class).health().toString()).doesNotContain("s3cret");
            assertThat(log.written(gateway.camel())).doesNotContain("s3cret");
        }
    }
}
