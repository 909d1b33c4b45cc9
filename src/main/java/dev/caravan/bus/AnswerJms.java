package dev.caravan.bus;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Addresses the answer: destination, correlation id and time to live. Text is answered with text, bytes with bytes. */
@ConditionalOnProperty("caravan.bus.jms.enabled")
@Component("answerJms")
class AnswerJms implements Processor {

    @Override
    public void process(Exchange exchange) throws JMSException {
        Message request = exchange.getProperty(ReadJmsMessage.NATIVE, Message.class);
        org.apache.camel.Message answer = exchange.getMessage();
        String correlation = request.getJMSCorrelationID();
        answer.setHeader("JMSCorrelationID", correlation == null ? request.getJMSMessageID() : correlation);
        answer.setHeader("CamelJmsDestination", exchange.getProperty(ReadJmsMessage.REPLY_TO));
        answer.setHeader("JMSDeliveryMode", request.getJMSDeliveryMode());
        answer.setHeader("JMSPriority", request.getJMSPriority());
        if (request.getJMSExpiration() > 0) {
            answer.setHeader("JMSExpiration", Math.max(request.getJMSExpiration(), System.currentTimeMillis() + 1));
        }
        if (request instanceof TextMessage) {
            answer.setBody(new String(answer.getBody(byte[].class), StandardCharsets.UTF_8));
        }
    }
}
