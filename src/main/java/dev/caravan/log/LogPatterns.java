package dev.caravan.log;

import ch.qos.logback.classic.PatternLayout;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/** Teaches Logback {@link OneLine} before Spring Boot has it read the patterns of the log. Named in {@code META-INF/spring.factories}. */
final class LogPatterns implements ApplicationListener<ApplicationStartingEvent> {

    @Override
    public void onApplicationEvent(ApplicationStartingEvent starting) {
        PatternLayout.DEFAULT_CONVERTER_SUPPLIER_MAP.put("oneLine", OneLine::new);
    }
}
