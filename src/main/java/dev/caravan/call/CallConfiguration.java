package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.store.StoreException;
import org.apache.camel.CamelContext;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.DefaultErrorHandlerBuilder;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.EventHelper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures what all calls share: places, deadlines and error handling. */
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

    /** Runs calls with the default timeout of tools and resources. */
    @Bean
    TimedRun timedRun(Deadlines deadlines, CallPlaces places, CallMeters meters, CallProperties properties) {
        return new TimedRun(deadlines, places, meters, properties.timeout());
    }

    @Bean
    static ErrorCode.FailureCode storeFailures() {
        return new ErrorCode.FailureCode(StoreException.class, ErrorCode.DB_ERROR);
    }

    /**
     * Installs Camel's default error handler without its log of stack trace and message history for each failure. A tool's failure goes to
     * the caller, and {@code recordFailure} logs unexpected ones once.
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
                // Spring Boot's listeners already know that the context has started, and would create events for each exchange
                context.getManagementStrategy().getEventNotifiers().forEach(notifier -> notifier.setIgnoreExchangeEvents(notifier.isIgnoreExchangeEvents()
                        || notifier.getClass().getName().startsWith("org.apache.camel.spring.boot.")));
                context.getCamelContextExtension().setEventNotificationApplicable(EventHelper.eventsApplicable(context));
            }
        };
    }
}
