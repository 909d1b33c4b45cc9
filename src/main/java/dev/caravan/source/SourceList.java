package dev.caravan.source;

import dev.caravan.mcp.ToolRights;
import dev.caravan.security.caller.Admission;
import dev.caravan.security.caller.Caller;
import dev.caravan.security.caller.Right;
import java.util.Comparator;
import java.util.List;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** REST operation for sources: shows the state of all. Requires a caller who may see all tools. Only callers with the right SOURCES see addresses of logins. */
@Component("sourceList")
public class SourceList {

    private final List<SourceKind> kinds;
    private final Admission admission;

    SourceList(List<SourceKind> kinds, Admission admission) {
        this.kinds = kinds;
        this.admission = admission;
    }

    public List<ToolSource> list(Exchange exchange) {
        if (!ToolRights.of(exchange).seeAll()) {
            return List.of();
        }
        boolean logsIn = admission.has(exchange.getProperty(Caller.PROPERTY, Caller.class), Right.SOURCES);
        return kinds.stream().flatMap(kind -> kind.all().stream()).sorted(Comparator.comparing(ToolSource::kind).thenComparing(ToolSource::name))
                .map(source -> logsIn ? source : source.withoutLogin()).toList();
    }
}
