package dev.caravan.chart;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** From the arguments of {@code echart_generate} to its answer. */
@Component("charts")
public class Charts {

    private static final String WARNINGS = "meta.warnings";

    /**
     * @param arguments {@code {chartType, title, data:[{field: value}], graph:{nodes, links}, mapping, options}}, checked
     *                  against the tool's schema
     * @return {@code {option}}, in JSON alone: no functions, nothing of the caller's but texts and numbers. What was put
     *         right is in the exchange property {@value #WARNINGS}, a list of texts
     * @throws ToolException INVALID_ARGUMENT that names the types, or the fields that the rows have
     */
    public ObjectNode generate(@Body Map<String, Object> arguments, Exchange exchange) throws ToolException {
        Corrections corrections = new Corrections();
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("option", option(arguments, corrections));
        if (!corrections.told().isEmpty()) {
            exchange.setProperty(WARNINGS, corrections.told());
        }
        return answer;
    }

    private static ObjectNode option(Map<String, Object> arguments, Corrections corrections) throws ToolException {
        TextSanitizer words = new TextSanitizer(corrections);
        ChartRequest request = ChartRequest.of(arguments, words, corrections);
        if (request.rows() != null && request.rows().isEmpty()) {
            corrections.say("chart.empty", "data", "");
        }
        return switch (request.type()) {
            case BAR, LINE -> SeriesChart.option(request, words, corrections);
            case SCATTER -> ScatterChart.option(request, words, corrections);
            case PIE -> PieChart.option(request, words, corrections);
            case GRAPH -> GraphChart.option(request, words, corrections);
        };
    }
}
