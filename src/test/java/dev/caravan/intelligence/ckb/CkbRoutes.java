package dev.caravan.intelligence.ckb;

import dev.caravan.UsedAutoConfigurations;
import dev.caravan.call.TokenExchanges;
import dev.caravan.observe.PoolMeters;
import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.PluginHelper;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;

/**
 * Of the gateway, what asks CKB: its route file, its beans and the component that calls MCP servers. Not annotated as
 * configuration, which whole gateways of other tests would find.
 */
@UsedAutoConfigurations
@Import({PoolMeters.class, TokenExchanges.class, CkbRoutes.SomeSettings.class})
@ComponentScan(basePackages = {"dev.caravan.intelligence.ckb", "dev.caravan.source.mcp", "dev.caravan.json", "dev.caravan.observe"},
        // what needs a store or an entry
        excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = "dev\\.caravan\\.source\\.mcp\\.Upstream("
                + "Approvals|Subscriptions)|dev\\.caravan\\.observe\\.(Audit.*|Refusals|SealArguments|WriteAudit)"))
class CkbRoutes {

    /** Apart from the class that starts, whose settings would have to be all those of config/application.yaml. */
    @ConfigurationPropertiesScan({"dev.caravan.intelligence.ckb", "dev.caravan.source.mcp", "dev.caravan.observe"})
    static class SomeSettings {
    }

    /** A setting: here is no entry that readiness could ask. */
    static final String NO_ENTRIES = "management.endpoint.health.validate-group-membership=false";

    @Bean
    CamelContextConfiguration routeFile() {
        return new CamelContextConfiguration() {
            @Override
            public void beforeApplicationStart(CamelContext context) {
                try {
                    PluginHelper.getRoutesLoader(context)
                            .loadRoutes(PluginHelper.getResourceLoader(context).resolveResource("file:routes/upstream/ckb.camel.yaml"));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void afterApplicationStart(CamelContext context) {
                // nothing more
            }
        };
    }
}
