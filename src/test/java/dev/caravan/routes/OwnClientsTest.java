package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.GatewayTest;
import org.apache.camel.CamelContext;
import org.apache.camel.component.kafka.KafkaComponent;
import org.apache.camel.component.mongodb.MongoDbComponent;
import org.apache.camel.component.neo4j.Neo4jComponent;
import org.apache.camel.component.sql.SqlComponent;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * A Kamelet's or an operator's step uses the server that it names: no component has taken a client of the gateway for all its endpoints.
 */
class OwnClientsTest extends GatewayTest {

    @Autowired
    private CamelContext context;

    @Test
    void componentsHaveNoClientOfTheGateway() {
        assertThat(context.getComponent("mongodb", MongoDbComponent.class).getMongoConnection()).isNull();
        assertThat(context.getComponent("neo4j", Neo4jComponent.class).getConfiguration().getDriver()).isNull();
        assertThat(context.getComponent("sql", SqlComponent.class).getDataSource()).isNull();
        assertThat(context.getComponent("kafka", KafkaComponent.class).isAutowiredEnabled()).as("of the bus").isFalse();
    }
}
