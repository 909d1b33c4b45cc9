package dev.caravan.observe;

import ch.qos.logback.classic.PatternLayout;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/** Registers {@link OneLine} and its trace with Logback before Spring Boot reads the log patterns. {@code META-INF/spring.factories} names this class. */
final class LogPatterns implements ApplicationListener<ApplicationStartingEvent> {

    @Override
    public void onApplicationEvent(ApplicationStartingEvent starting) {
        PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.put("oneLine", OneLine::new);
        PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.put("trace", OneLine.Trace::new);
    }
}
