package dev.caravan.bus;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;

/** Marks a bean that exists only if JMS or Kafka is enabled. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnExpression("${caravan.bus.jms.enabled:false} || ${caravan.bus.kafka.enabled:false}")
@interface OnBus {
}
