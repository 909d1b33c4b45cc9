package dev.caravan.source;

import dev.caravan.mcp.ToolRights;
import java.util.List;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** REST operation for sources: shows the state of all. Requires a caller who may see all tools. */
@Component("sourceList")
public class SourceList {

    private final List<SourceKind> kinds;

    SourceList(List<SourceKind> kinds) {
        this.kinds = kinds;
    }

    public List<ToolSource> list(Exchange exchange) {
        return ToolRights.of(exchange).seeAll() ? kinds.stream().flatMap(kind -> kind.all().stream()).sorted(java.util.Comparator.comparing(ToolSource::kind)
                .thenComparing(ToolSource::name)).toList() : List.of();
    }
}
