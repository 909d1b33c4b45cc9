package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Names and values in any script: of queues (Kafka allows ASCII alone for topics), correlation ids, callers and arguments.
 */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScriptsTest {

    private static final List<String> VALUES = List.of("订单", "заказ", "注文の品", "طلب", "הזמנה", "ऑर्डर", "주문", "คำสั่ง", "παραγγελία",
            "e\u0301\u0301 é", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\ud83d\ude00", "a\u202eb\u200fc", "zero\u200bwidth",
            "quote\"back\\slash'${body}{{x}}$simple{y}",
            "line\nfeed\ttab\rreturn", "\u0001\u001f\u007f\u0085\u2028\u2029", "<a href='x'>&amp;</a>", "x".repeat(500) + "終");

    private final Map<Bus, BusSide> sides = new EnumMap<>(Bus.class);
    private BusGateway gateway;

    @BeforeAll
    void start() {
        List<String> settings = new ArrayList<>();
        sides.put(Bus.JMS, Bus.JMS.open("要求-запросы-" + System.nanoTime()));
        sides.put(Bus.KAFKA, Bus.KAFKA.open("requests-" + System.nanoTime()));
        sides.values().forEach(side -> settings.addAll(side.settings()));
        gateway = new BusGateway(BusGateway.counts(), settings);
    }

    @AfterAll
    void stop() {
        sides.values().forEach(BusSide::close);
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    void argumentsAndCorrelationIdsComeBack(Bus bus) throws Exception {
        BusSide side = sides.get(bus);
        for (String value : VALUES) {
            side.ask(request("look", value), value);
            BusSide.Answer answer = side.next();
            assertThat(answer.id()).isEqualTo(value);
            JsonNode json = McpClient.JSON.readTree(answer.body());
            assertThat(json.path("id").asText()).as(answer.body()).isEqualTo(value);
            assertThat(json.at("/result/structuredContent/data").asText()).isEqualTo("look " + value + " for local");
        }
    }

    @ParameterizedTest
    @EnumSource
    void callersAreNamed(Bus bus) throws Exception {
        BusSide side = sides.get(bus);
        for (String value : VALUES.subList(0, 10)) {
            side.ask(request("look", "who"), "c", "X-User-Id", value);
            String answer = side.next().body();
            assertThat(BusMessages.said(McpClient.JSON.readTree(answer))).as(value).isEqualTo("look who for " + value);
        }
    }

    /** A dead letter keeps its body and its reason. */
    @ParameterizedTest
    @EnumSource
    void deadLettersKeepTheirReason(Bus bus) {
        BusSide side = sides.get(bus);
        side.tell("{注文" + VALUES.get(10));
        assertThat(side.reason(BusSide.PATIENCE)).startsWith("Parse error");
    }

    private static String request(String tool, String word) {
        ObjectNode request = McpClient.object("{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\"}}");
        request.put("id", word);
        request.withObject("/params/arguments").put("word", word);
        return request.toString();
    }
}
