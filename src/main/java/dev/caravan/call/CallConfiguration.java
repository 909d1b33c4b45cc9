package dev.caravan.call;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Redacted;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import dev.caravan.store.StoreException;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.DefaultErrorHandlerBuilder;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.EventHelper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures what all calls share: deadlines, the list of prompts and error handling. */
@Configuration(proxyBeanMethods = false)
class CallConfiguration {

    /** Characters of a service's answer. */
    private static final int LONGEST = 300;

    @Bean
    Deadlines deadlines() {
        return new Deadlines();
    }

    @Bean
    DefinitionList listPrompts(CamelContext context, ListPages pages, ListChanges changes) {
        return new DefinitionList(DefinitionKind.PROMPT, context, pages, changes);
    }

    @Bean
    static ErrorCode.FailureCode storeFailures() {
        return new ErrorCode.FailureCode(StoreException.class, ErrorCode.DB_ERROR, "PostgreSQL (store)");
    }

    @Bean
    static ErrorCode.FailureCode httpFailures() {
        return new ErrorCode.FailureCode(HttpOperationFailedException.class, ErrorCode.UPSTREAM_ERROR, "The service",
                cause -> sentence((HttpOperationFailedException) cause));
    }

    /** Returns the status and the beginning of the service's answer, without its address, which may have a key. */
    private static String sentence(HttpOperationFailedException refused) {
        String status = refused.getStatusText() == null ? "" : " " + refused.getStatusText();
        String body = refused.getResponseBody() == null ? "" : refused.getResponseBody().strip().replaceAll("\\s+", " ");
        String answer = Redacted.text(body, List.of());
        return "The service answered " + refused.getStatusCode() + status
                + (answer.isEmpty() ? "" : ": " + answer.substring(0, Math.min(answer.length(), LONGEST)));
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
                // Spring Boot's notifier only waits for the start, and would create events for each step of each exchange
                context.getManagementStrategy().getEventNotifiers().forEach(notifier -> notifier.setIgnoreExchangeEvents(true));
                context.getCamelContextExtension().setEventNotificationApplicable(EventHelper.eventsApplicable(context));
            }
        };
    }
}
