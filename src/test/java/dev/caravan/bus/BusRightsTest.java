package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.OwnGateway;
import dev.caravan.RouteYaml;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import dev.caravan.security.RightsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Over JMS and Kafka each message needs the rights that it needs over HTTP. */
@Tag("nightly")
class BusRightsTest {

    private static final String UNKNOWN = "Credentials are required";
    private static final Map<String, Set<String>> KEYS = Map.of("read", Set.of("tools:read"), "call", Set.of("tools:call"), "manage",
            Set.of("catalogue:write"));

    private final String name = "rights-" + System.nanoTime();

    private final String jms = SharedServers.get(ServerKind.ARTEMIS).address();
    private final String kafka = SharedServers.get(ServerKind.KAFKA).address();
    private final List<String> bus = List.of("bus.jms.enabled=true", "bus.jms.broker-url=" + jms, "bus.jms.queue=" + name,
            "bus.kafka.enabled=true", "bus.kafka.bootstrap-servers=" + kafka, "bus.kafka.topic=" + name, "bus.kafka.group-id=" + name,
            "security.failed-logins.attempts=0");

    @Test
    void senderActsUnderItsOwnAccount() {
        String account = RouteYaml.tool("account", "description: Tells the account\nreadOnlyHint: true",
                "- setBody:\n    simple: \"${exchangeProperty.passedHeaders[x-account-id]} "
                        + "${exchangeProperty.passedHeaders[x-account-type]}\"");
        String[] boss = {"x-account-id", "boss", "x-account-type", "app", "X-API-Key", ""};
        try (OwnGateway gateway = OwnGateway.withEntries().file("account", account).settings(bus.toArray(String[]::new))
                .apiKey("reports", "k-reports", "tools:call").apiKey("agent", "k-agent", "tools:call,accounts:act-as").start();
                BusClient overJms = new JmsClient(jms, name); BusClient overKafka = new KafkaClient(kafka, name)) {
            for (BusClient client : List.of(overJms, overKafka)) {
                boss[5] = "k-reports";
                assertThat(BusMessages.said(client.call("account", "{}", boss))).isEqualTo("reports user");
                boss[5] = "k-agent";
                assertThat(BusMessages.said(client.call("account", "{}", boss))).isEqualTo("boss app");
            }
        }
    }

    @Test
    void eachMessageNeedsItsScope() {
        List<String> settings = new ArrayList<>(bus);
        settings.add("security.mode=api-key");
        List<String> names = List.copyOf(KEYS.keySet());
        for (int i = 0; i < names.size(); i++) {
            settings.addAll(List.of("security.keys[" + i + "].name=" + names.get(i),
                    "security.keys[" + i + "].sha256=" + OwnGateway.sha256(names.get(i)),
                    "security.keys[" + i + "].scopes=" + String.join(",", KEYS.get(names.get(i)))));
        }
        SoftAssertions all = new SoftAssertions();
        try (BusGateway gateway = new BusGateway(BusGateway.counts(), settings);
                BusClient overJms = new JmsClient(jms, name);
                BusClient overKafka = new KafkaClient(kafka, name)) {
            for (RightsTable.Message message : RightsTable.messages()) {
                for (String era : message.isNotification() ? List.<String>of() : message.eras()) {
                    for (BusClient client : List.of(overJms, overKafka)) {
                        ask(all, client, message, era);
                    }
                }
            }
        }
        all.assertAll();
    }

    private static void ask(SoftAssertions all, BusClient client, RightsTable.Message message, String era) {
        String request = message.json(era, message.params());
        String what = client.getClass().getSimpleName() + " " + era + " " + message;
        all.assertThat(said(client.request(request))).as(what).isEqualTo(UNKNOWN);
        all.assertThat(said(client.request(request, "X-API-Key", "wrong"))).as(what).isEqualTo("The key is not valid");
        KEYS.forEach((key, scopes) -> {
            String said = said(client.request(request, "X-API-Key", key, "X-User-Id", "boss"));
            if (message.scope() == null || scopes.contains(message.scope())) {
                all.assertThat(said).as(what + " " + key).doesNotContain("requires the scope", UNKNOWN, "not valid");
            } else {
                all.assertThat(said).as(what + " " + key).isEqualTo("The request requires the scope " + message.scope());
            }
        });
    }

    private static String said(JsonNode answer) {
        assertThat(answer.has("result") || answer.has("error")).as(answer.toString()).isTrue();
        return answer.at("/error/message").asText();
    }
}
