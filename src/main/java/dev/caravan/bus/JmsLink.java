package dev.caravan.bus;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects to the broker, and remembers whether that went well; says so in the log when it changes. */
class JmsLink implements ConnectionFactory {

    private static final Logger LOG = LoggerFactory.getLogger(JmsLink.class);
    private static final String NOT_YET = "not connected yet";

    private final ConnectionFactory broker;
    private final String address;
    private final AtomicReference<String> problem = new AtomicReference<>(NOT_YET);

    JmsLink(ConnectionFactory broker, String address) {
        this.broker = broker;
        this.address = address.replaceFirst("\\?.*", "");
    }

    String address() {
        return address;
    }

    /** Why there is no connection; null: there is one. */
    String problem() {
        return problem.get();
    }

    @Override
    public Connection createConnection() throws JMSException {
        return noted(broker::createConnection);
    }

    @Override
    public Connection createConnection(String user, String password) throws JMSException {
        return noted(() -> broker.createConnection(user, password));
    }

    private interface Attempt {
        Connection connect() throws JMSException;
    }

    private Connection noted(Attempt attempt) throws JMSException {
        try {
            Connection connection = attempt.connect();
            if (problem.getAndSet(null) != null) {
                LOG.info("Connected to the JMS broker {}", address);
            }
            return connection;
        } catch (JMSException e) {
            String before = problem.getAndSet(e.getMessage());
            if (before == null || NOT_YET.equals(before)) {
                LOG.warn("The JMS broker {} can't be reached, which is tried again: {}", address, e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public JMSContext createContext() {
        throw new UnsupportedOperationException("The bus takes connections, not contexts");
    }

    @Override
    public JMSContext createContext(String user, String password) {
        throw new UnsupportedOperationException("The bus takes connections, not contexts");
    }

    @Override
    public JMSContext createContext(String user, String password, int mode) {
        throw new UnsupportedOperationException("The bus takes connections, not contexts");
    }

    @Override
    public JMSContext createContext(int mode) {
        throw new UnsupportedOperationException("The bus takes connections, not contexts");
    }
}
