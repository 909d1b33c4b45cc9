package dev.caravan.benchmark;

import com.zaxxer.hikari.HikariDataSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.dataformat.JsonLibrary;
import org.springframework.jms.connection.CachingConnectionFactory;

/**
 * A Camel application without a gateway: it reads calls of two tools from a bus, runs one statement for each and replies. Over JMS, a
 * message leaves its queue in one transaction with its answer. Arguments: broker, queue, Kafka's servers, topic, URL and user of the
 * database.
 */
public final class BareBus extends RouteBuilder {

    static final String INSERT = "db_insert_postgresql";
    /** As the gateway's {@code caravan.bus.jms.consumers}. */
    private static final int CONSUMERS = 16;
    private static final int POOL = 10;

    private final String queue;
    private final String servers;
    private final String topic;

    private BareBus(String queue, String servers, String topic) {
        this.queue = queue;
        this.servers = servers;
        this.topic = topic;
    }

    public static void main(String[] args) throws Exception {
        ActiveMQConnectionFactory broker = new ActiveMQConnectionFactory(args[0]);
        broker.setConsumerWindowSize(0);
        CachingConnectionFactory connections = new CachingConnectionFactory(broker);
        connections.setCacheConsumers(false);
        connections.setCacheProducers(false);
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(args[4]);
        pool.setUsername(args[5]);
        pool.setPassword(args[5]);
        pool.setMaximumPoolSize(POOL);
        CamelContext camel = new DefaultCamelContext();
        camel.getRegistry().bind("jmsConnections", connections);
        camel.getRegistry().bind("pool", pool);
        camel.addRoutes(new BareBus(args[1], args[2], args[3]));
        camel.start();
        System.out.println("the bare consumer is ready");
        new CountDownLatch(1).await();
    }

    @Override
    public void configure() {
        statement(from("jms:queue:" + queue + "?connectionFactory=#jmsConnections&transacted=true&lazyCreateTransactionManager=false"
                + "&cacheLevelName=CACHE_CONSUMER&concurrentConsumers=" + CONSUMERS));
        statement(from("kafka:" + topic + "?brokers=" + servers + "&groupId=" + topic + "&autoOffsetReset=earliest"))
                .process(BareBus::toSender)
                .to("kafka:none?brokers=" + servers
                        + "&headerFilterStrategy=#class:org.apache.camel.support.DefaultHeaderFilterStrategy");
    }

    /** JSON-RPC to statement, and its outcome back to JSON-RPC. */
    private ProcessorDefinition<?> statement(ProcessorDefinition<?> route) {
        return route.unmarshal().json(JsonLibrary.Jackson, Map.class)
                .setProperty("call", body())
                .choice()
                .when(simple("${body[params][name]} == '" + INSERT + "'"))
                .setBody(simple("${body[params][arguments][data]}"))
                .to("sql:insert into arrivals (name, status) values (:#name, :#status)?dataSource=#pool")
                .setBody(simple("${header.CamelSqlUpdateCount}"))
                .otherwise()
                .setBody(simple("${body[params][arguments][filters]}"))
                .to("sql:select id, name, status, age from benchmark where id = :#id limit 100?dataSource=#pool")
                .end()
                .process(BareBus::answer)
                .marshal().json(JsonLibrary.Jackson);
    }

    private static void answer(Exchange exchange) {
        Map<?, ?> call = exchange.getProperty("call", Map.class);
        exchange.getMessage().setBody(Map.of("jsonrpc", "2.0", "id", call.get("id"), "result",
                Map.of("structuredContent", Map.of("success", true, "data", exchange.getMessage().getBody()))));
    }

    private static void toSender(Exchange exchange) {
        byte[] to = exchange.getMessage().getHeader("kafka_replyTopic", byte[].class);
        Object correlation = exchange.getMessage().getHeader("kafka_correlationId");
        List.copyOf(exchange.getMessage().getHeaders().keySet()).forEach(exchange.getMessage()::removeHeader);
        exchange.getMessage().setHeader(KafkaConstants.OVERRIDE_TOPIC, new String(to));
        exchange.getMessage().setHeader("kafka_correlationId", correlation);
    }
}
