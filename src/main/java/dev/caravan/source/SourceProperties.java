package dev.caravan.source;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of {@code caravan.sources.*}; each is explained in {@code config/application.yaml}.
 *
 * @param editable  What REST and the page may change: servers (with a url), apis, commands (servers with a command), kamelets. Commands and
 *                  Kamelets run with the gateway's rights.
 * @param variables Names of variables that settings written over REST may use as ${NAME}; * stands for any characters. A source keeps those
 *                  that it has while its address stays.
 */
@ConfigurationProperties("caravan.sources")
record SourceProperties(@DefaultValue({"servers", "apis"}) Set<String> editable, @DefaultValue List<String> variables) {

    private static final Set<String> ALL = new TreeSet<>(Set.of("servers", "apis", "kamelets", "commands"));

    SourceProperties {
        editable.forEach(each -> {
            if (!ALL.contains(each)) {
                throw new IllegalArgumentException("caravan.sources.editable takes only " + String.join(", ", ALL));
            }
        });
    }
}
