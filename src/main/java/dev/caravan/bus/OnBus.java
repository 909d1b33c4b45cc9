package dev.caravan.bus;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;

/** A bean that is there only where JMS or Kafka is on. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnExpression("${caravan.bus.jms.enabled:false} || ${caravan.bus.kafka.enabled:false}")
@interface OnBus {
}
