package dev.caravan.routes;

import org.apache.camel.CamelContext;
import org.apache.camel.ContextEvents;
import org.apache.camel.spi.StartupConditionStrategy;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.CamelConfigurationProperties;
import org.apache.camel.spring.boot.CamelSpringBootApplicationController;
import org.apache.camel.spring.spi.CamelBeanPostProcessor;
import org.apache.camel.support.ResetableClock;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the context in the same way as CamelAutoConfiguration, which creates none if there is one. */
@Configuration(proxyBeanMethods = false)
class RoutesContextConfiguration {

    @Bean(destroyMethod = "")
    CamelContext camelContext(ApplicationContext application, CamelConfigurationProperties properties, CamelBeanPostProcessor beans,
            StartupConditionStrategy startup) throws Exception {
        ResetableClock booted = new ResetableClock();
        var controller = new CamelSpringBootApplicationController(application);
        CamelContext context = new RoutesContext(application, properties.getMain().isWarnOnEarlyShutdown(), controller);
        context.getClock().add(ContextEvents.BOOT, booted);
        controller.setCamelContext(context);
        beans.setCamelContext(context);
        context.getCamelContextExtension().addContextPlugin(CamelBeanPostProcessor.class, beans);
        context.getCamelContextExtension().addContextPlugin(StartupConditionStrategy.class, startup);
        return CamelAutoConfiguration.doConfigureCamelContext(application, context, properties, controller);
    }
}
