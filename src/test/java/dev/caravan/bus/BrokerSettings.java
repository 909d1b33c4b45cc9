package dev.caravan.bus;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TemporaryQueue;
import org.apache.activemq.artemis.api.core.management.ResourceNames;
import org.apache.activemq.artemis.api.jms.management.JMSManagementHelper;

/** What an operator of Artemis tells it by messages of management. */
final class BrokerSettings {

    private static final long PATIENCE_MS = 60_000;

    private BrokerSettings() {
    }

    /**
     * Sets the size of an address after which the broker does something.
     *
     * @param policy PAGE, BLOCK, FAIL or DROP
     */
    static void limit(JmsClient client, String address, long bytes, String policy) {
        manage(client, request -> JMSManagementHelper.putOperationInvocation(request, ResourceNames.BROKER, "addAddressSettings", address,
                "{\"addressFullMessagePolicy\":\"" + policy + "\",\"maxSizeBytes\":" + bytes + ",\"pageSizeBytes\":" + bytes / 2 + "}"));
    }

    /** Returns how many files of pages the broker has for an address. */
    static long pages(JmsClient client, String address) {
        return ((Number) manage(client, request -> JMSManagementHelper.putAttribute(request, ResourceNames.ADDRESS + address,
                "numberOfPages"))).longValue();
    }

    private interface Question {
        void putInto(Message request) throws Exception;
    }

    private static Object manage(JmsClient client, Question question) {
        return client.with(session -> {
            Message request = session.createMessage();
            TemporaryQueue answers = session.createTemporaryQueue();
            try (MessageConsumer consumer = session.createConsumer(answers)) {
                question.putInto(request);
                request.setJMSReplyTo(answers);
                session.createProducer(session.createQueue("activemq.management")).send(request);
                Message answer = consumer.receive(PATIENCE_MS);
                Object result = JMSManagementHelper.getResult(answer);
                if (!JMSManagementHelper.hasOperationSucceeded(answer)) {
                    throw new JMSException(String.valueOf(result));
                }
                return result;
            } catch (JMSException e) {
                throw e;
            } catch (Exception e) {
                throw new JMSException(String.valueOf(e));
            }
        });
    }
}
