package dev.caravan.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayLog;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.ServerFiles;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.HealthEndpoint;

/** Passwords in addresses appear nowhere: neither in logs and health, nor in the state and the answers of calls. */
@Tag("nightly")
class MaskedAddressesTest {

    private static final String USER = "u:s3cret@127.0.0.1:1";

    @Test
    void noAddressShowsItsPassword() {
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().set("mongodb.uri", "mongodb://" + USER + "/d")
                .set("neo4j.uri", "bolt://" + USER).set("store.url", "postgres://" + USER + "/d")
                .set("databases.redis.url", "redis://" + USER).set("databases.mongodb.url", "mongodb://" + USER + "/d")
                .set("databases.opensearch.url", "http://" + USER).set("databases.mysql.url", "mysql://" + USER + "/d")
                .set("bus.jms.enabled", true).set("bus.jms.broker-url", "tcp://127.0.0.1:1?user=u&password=s3cret")
                .property(ServerFiles.SETTING, ServerFiles.folder(Map.of("away", "url: http://" + USER + "/mcp\n")));
        try (GatewayLog log = GatewayLog.record(); OwnGateway gateway = builder.start()) {
            McpClient client = gateway.client();
            StringBuilder told = new StringBuilder();
            for (String tool : new String[] {"db_describe_redis", "db_describe_mongodb", "db_describe_opensearch", "db_describe_mysql",
                "mongo_find_all"}) {
                told.append(client.call(tool, McpClient.object("{}")).json()).append('\n');
            }
            RestClient rest = new RestClient(gateway.port(), "me");
            for (String path : new String[] {"/api/v1/sources", "/page/state"}) {
                told.append(path).append(' ').append(rest.get(path)).append('\n');
            }
            log.awaits("JMS broker unreachable");
            told.append(gateway.bean(HealthEndpoint.class).health());
            assertThat(told.toString()).contains("can't be reached", "must not contain a user").doesNotContain("s3cret");
            assertThat(log.written(gateway.camel())).contains("127.0.0.1").doesNotContain("s3cret");
        }
    }
}
