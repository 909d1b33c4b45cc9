package dev.caravan.call;

import org.apache.camel.CamelContext;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.DefaultErrorHandlerBuilder;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.EventHelper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What every call shares: places, time, and how failures travel through routes. */
@Configuration(proxyBeanMethods = false)
class CallConfiguration {

    @Bean
    Deadlines deadlines() {
        return new Deadlines();
    }

    @Bean
    CallPlaces callPlaces(CallProperties properties, CallMeters meters) {
        return new CallPlaces(properties.maxInFlight(), properties.maxInFlightPerCaller(), meters);
    }

    /** The time of tools and resources that name none of their own. */
    @Bean
    TimedRun timedRun(Deadlines deadlines, CallPlaces places, CallMeters meters, CallProperties properties) {
        return new TimedRun(deadlines, places, meters, properties.timeout());
    }

    /**
     * Camel's default error handler without its log of stack trace and message history for every failed exchange: a tool's
     * failure goes to the caller, and {@code recordFailure} logs what nobody foresaw, once.
     */
    @Bean
    CamelContextConfiguration quietErrorHandler() {
        return new CamelContextConfiguration() {
            @Override
            public void beforeApplicationStart(CamelContext context) {
                DefaultErrorHandlerBuilder errorHandler = new DefaultErrorHandlerBuilder();
                errorHandler.setLevel(LoggingLevel.OFF.name());
                context.getCamelContextExtension().setErrorHandlerFactory(errorHandler);
            }

            @Override
            public void afterApplicationStart(CamelContext context) {
                // Spring Boot's listeners, which have heard by now that the context has started, would have events made of each exchange
                context.getManagementStrategy().getEventNotifiers().forEach(notifier -> notifier.setIgnoreExchangeEvents(notifier.isIgnoreExchangeEvents()
                        || notifier.getClass().getName().startsWith("org.apache.camel.spring.boot.")));
                context.getCamelContextExtension().setEventNotificationApplicable(EventHelper.eventsApplicable(context));
            }
        };
    }
}
