package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.caravan.GatewayLog;
import dev.caravan.bus.FaultRow.Column;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Watches gateways during a fault, and compares what caller, broker, log, health and metrics show with the row of the guide. */
final class FaultWatch implements AutoCloseable {

    private static final Pattern METER = Pattern.compile("(?m)^(caravan_bus_\\w+?)(?:\\{(.*)})? ([\\d.E]+)$");
    private static final Pattern END = Pattern.compile("end=\"(\\w+)\"");
    /** Log lines of the bus that an operator must look at. */
    private static final Pattern ALARM = Pattern.compile("(?m)^dev\\.caravan\\.bus\\S* (WARN|ERROR) .*");

    private final FaultRow row;
    private final Bus bus;
    private final boolean place;
    private List<UnaryOperator<String>> gateways;
    private Map<String, Double> before;
    private int controls;
    private final GatewayLog log = GatewayLog.record();
    private final StringBuilder shown = new StringBuilder();

    /**
     * @param place    whether the messages name a place for their answers
     * @param gateways those that go on; none if they start later, see {@link #survivor}
     */
    FaultWatch(String fault, Bus bus, boolean place, BusGateway... gateways) {
        this.row = FaultRow.of(fault);
        this.bus = bus;
        this.place = place;
        this.gateways = Stream.of(gateways).<UnaryOperator<String>>map(gateway -> gateway::operations).toList();
        this.before = meters(); // of none for those that start later
    }

    /**
     * Watches a gateway that has started after the fault, instead of others.
     *
     * @param operations {path of its operations port: what it says}
     */
    FaultWatch survivor(UnaryOperator<String> operations) {
        gateways = List.of(operations);
        before = Map.of();
        return this;
    }

    /** Asks and answers a message that has no fault, to show that the gateway goes on. */
    FaultWatch control(BusSide side) {
        side.ask("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", "control");
        assertThat(side.next()).extracting(BusSide.Answer::id).isEqualTo("control");
        controls++;
        return this;
    }

    /** Adds a part of the log of a gateway in its own JVM. */
    FaultWatch logged(String printed) {
        shown.append(printed);
        return this;
    }

    private String cell(Column column) {
        return row.cell(column, bus, place);
    }

    /** @param answer null: none came */
    FaultWatch caller(BusSide.Answer answer) {
        String cell = cell(Column.CALLER);
        assertThat(answer == null).as("no answer comes: " + cell).isEqualTo(cell.startsWith("nothing"));
        FaultRow.quoted(cell).forEach(quote -> assertThat(answer.body()).contains(quote));
        return this;
    }

    /** Waits until the broker holds so many messages while the fault lasts, and until health says what the row says. */
    FaultWatch during(BusSide side, long messages) {
        assertThat(cell(Column.BROKER)).startsWith("the message");
        await().atMost(BusSide.PATIENCE).untilAsserted(() -> assertThat(side.held()).isEqualTo(messages));
        return during();
    }

    /** Waits until health says what the row says, unless it has said so before, and reads the gauges. */
    FaultWatch during() {
        if (cell(Column.LOG).contains("`DEGRADED`") && shown.indexOf("DEGRADED") < 0) {
            await().atMost(BusSide.PATIENCE).until(() -> health().contains("DEGRADED"));
        }
        if (cell(Column.METRICS).contains("caravan_bus_waiting")) {
            await().atMost(BusSide.PATIENCE).until(() -> meters().getOrDefault("caravan_bus_waiting", 0.0) > 0);
            shown.append("caravan_bus_waiting\n");
        }
        shown.append(health()).append('\n');
        return this;
    }

    private String health() {
        StringBuilder health = new StringBuilder();
        gateways.forEach(gateway -> health.append(gateway.apply("/actuator/health")));
        return health.toString();
    }

    /**
     * Compares broker, log and metrics with the row after the fault.
     *
     * @param messages how many were sent
     * @param letters  dead letters at the broker before
     */
    void after(BusSide side, int messages, long letters) {
        await().atMost(BusSide.PATIENCE).untilAsserted(() -> {
            assertThat(ends().values().stream().mapToDouble(each -> each).max().orElse(0)).isEqualTo(quotedEnds().isEmpty() ? 0 : messages);
            assertThat(ends().keySet()).isEqualTo(quotedEnds());
        });
        String broker = cell(Column.BROKER);
        await().atMost(BusSide.PATIENCE).untilAsserted(() -> {
            assertThat(side.dead() - letters).as("dead letters").isEqualTo(broker.contains("a dead letter") ? messages : 0);
            assertThat(side.held()).as("messages at the broker").isZero();
        });
        String says = cell(Column.LOG);
        FaultRow.quoted(says).forEach(quote -> await().atMost(BusSide.PATIENCE)
                .untilAsserted(() -> assertThat(log.text() + shown).contains(quote)));
        if (says.startsWith("nothing")) {
            assertThat(log.text()).doesNotContainPattern(ALARM);
        }
        Map<String, Double> now = meters();
        FaultRow.quoted(cell(Column.METRICS)).stream().filter(name -> name.startsWith("caravan_")).forEach(name -> assertThat(
                shown.indexOf(name) >= 0 || now.getOrDefault(name, 0.0) > before.getOrDefault(name, 0.0)).as(name).isTrue());
    }

    private Set<String> quotedEnds() {
        Set<String> ends = new HashSet<>(FaultRow.quoted(cell(Column.METRICS)));
        ends.removeIf(name -> name.startsWith("caravan_"));
        return ends;
    }

    /** Returns {end: messages} since the watch began. */
    private Map<String, Double> ends() {
        Map<String, Double> ends = new HashMap<>();
        meters().forEach((name, value) -> {
            Matcher end = END.matcher(name);
            double more = value - before.getOrDefault(name, 0.0) - (name.contains("\"answered\"") ? controls : 0);
            if (end.find() && more > 0) {
                ends.merge(end.group(1), more, Double::sum);
            }
        });
        return ends;
    }

    /** Returns the sums over the gateways of this bus's meters: a counter of ends with its labels, others by their names. */
    private Map<String, Double> meters() {
        Map<String, Double> meters = new HashMap<>();
        for (UnaryOperator<String> gateway : gateways) {
            METER.matcher(gateway.apply("/actuator/prometheus")).results().forEach(meter -> {
                String labels = meter.group(2) == null ? "" : meter.group(2);
                if (labels.isEmpty() || labels.contains("bus=\"" + bus.name().toLowerCase(Locale.ROOT) + "\"")) {
                    String name = labels.contains("end=") ? meter.group(1) + labels : meter.group(1);
                    meters.merge(name, Double.parseDouble(meter.group(3)), Double::sum);
                }
            });
        }
        return meters;
    }

    /** Returns the log of the gateways of this JVM so far. */
    String log() {
        return log.text();
    }

    @Override
    public void close() {
        log.close();
    }
}
