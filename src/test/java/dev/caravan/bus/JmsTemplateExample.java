package dev.caravan.bus;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.UUID;
import org.springframework.jms.core.JmsTemplate;

/** Calls a tool with Spring's JmsTemplate. The guide shows this file. */
record JmsTemplateExample(ConnectionFactory broker, String queue) {

    String call(String tool, String arguments) throws JMSException {
        JmsTemplate jms = new JmsTemplate(broker);
        jms.setReceiveTimeout(30_000);
        Message answer = jms.sendAndReceive(queue, session -> {
            TextMessage request = session.createTextMessage("""
                    {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s}}""".formatted(tool, arguments));
            request.setStringProperty("Idempotency_Key", UUID.randomUUID().toString());
            return request;
        });
        if (answer == null) {
            throw new IllegalStateException("No answer within 30 s. Send the request again with the same Idempotency_Key");
        }
        return answer.getBody(String.class);
    }
}
