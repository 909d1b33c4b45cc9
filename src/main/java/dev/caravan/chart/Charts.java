package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Makes the answer of {@code echart_generate} from its arguments. */
@Component("charts")
public class Charts {

    private static final String WARNINGS = "meta.warnings";

    /**
     * @param arguments {@code {chartType, title, data:[{field: value}], graph:{nodes, links}, mapping, options}}, already checked against
     * the tool's                  schema
     * @return {@code {option}}, pure JSON without functions; of the caller's input it has only texts and numbers. The exchange property
     *         {@value #WARNINGS} has the corrections, a list of texts
     * @throws ToolException INVALID_ARGUMENT; its message lists the types, or the fields of the rows
     */
    public ObjectNode generate(@Body Map<String, Object> arguments, Exchange exchange, @Variable("bulkPoints") int bulkPoints,
            @Variable("pieLabels") int pieLabels,
            @Variable("largeNodes") int largeNodes, @Variable("nodeLabels") int nodeLabels, @Variable("forcedNodes") int forcedNodes)
            throws ToolException {
        ChartRequest.Limits limits = new ChartRequest.Limits(bulkPoints, pieLabels, largeNodes, nodeLabels, forcedNodes);
        Corrections corrections = new Corrections();
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("option", option(arguments, limits, corrections));
        if (!corrections.told().isEmpty()) {
            exchange.setProperty(WARNINGS, corrections.told());
        }
        return answer;
    }

    private static ObjectNode option(Map<String, Object> arguments, ChartRequest.Limits limits,
            Corrections corrections) throws ToolException {
        ChartRequest request = ChartRequest.of(arguments, limits, corrections);
        if (request.rows() != null && request.rows().isEmpty()) {
            corrections.say("chart.empty", "data", "");
        }
        return switch (request.type()) {
            case BAR, LINE -> new SeriesChart(request).option();
            case SCATTER -> new ScatterChart(request).option();
            case PIE -> PieChart.option(request);
            case GRAPH -> GraphChart.option(request);
        };
    }
}
