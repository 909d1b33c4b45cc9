package dev.caravan.embedded;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.REDIS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

@SpringBootTest(classes = WithServersTest.Application.class, webEnvironment = SpringBootTest.WebEnvironment.NONE,
        properties = "caravan.mongodb.uri=mongodb://of.the.test")
@WithServers({MONGO, REDIS})
class WithServersTest {

    @Autowired
    private Environment environment;

    @Test
    void applicationGetsTheAddressesOfTheSharedServers() {
        assertThat(environment.getProperty("caravan.databases.redis.url")).isEqualTo(SharedServers.get(REDIS).address());
    }

    @Test
    void unrequestedServerIsNotOffered() {
        assertThat(environment.getProperty("caravan.neo4j.uri")).as("what config/application.yaml says").isEmpty();
    }

    @Test
    void propertyOfTheTestWins() {
        assertThat(environment.getProperty("caravan.mongodb.uri")).isEqualTo("mongodb://of.the.test");
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
    }
}
