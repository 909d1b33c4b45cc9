package dev.caravan.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes each event of the body, a map, to the logger {@code caravan.audit} as a line of JSON. The body becomes the list of these lines.
 */
@Component("writeAudit")
record WriteAudit(ObjectMapper mapper) implements Processor {

    private static final Logger LOG = LoggerFactory.getLogger("caravan.audit");
    /** The exchange property with the lines that are already written. A retry continues after them. */
    private static final String LINES = "auditLines";

    @Override
    @SuppressWarnings("unchecked")
    public void process(Exchange exchange) throws JsonProcessingException {
        List<Map<String, Object>> events = exchange.getMessage().getBody(List.class);
        List<String> lines = exchange.getProperty(LINES, List.class);
        if (lines == null) {
            lines = new ArrayList<>(events.size());
            exchange.setProperty(LINES, lines);
        }
        while (lines.size() < events.size()) {
            String line = mapper.writeValueAsString(events.get(lines.size()));
            lines.add(line);
            LOG.info(line);
        }
        exchange.getMessage().setBody(lines);
    }
}
