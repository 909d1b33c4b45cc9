package dev.caravan.bus;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects to the broker, remembers the last result and logs changes. */
class JmsLink implements ConnectionFactory {

    private static final Logger LOG = LoggerFactory.getLogger(JmsLink.class);
    private static final String NOT_YET = "not connected yet";

    private final ConnectionFactory broker;
    private final String address;
    private final AtomicReference<String> problem = new AtomicReference<>(NOT_YET);

    JmsLink(ConnectionFactory broker, String address) {
        this.broker = broker;
        this.address = address.replaceFirst("\\?.*", "").replaceAll("(?<=://)[^/,]*@", "");
    }

    String address() {
        return address;
    }

    /** Returns why there is no connection; null if there is one. */
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
                LOG.info("JMS broker connected url={}", address);
            }
            return connection;
        } catch (JMSException e) {
            String before = problem.getAndSet(e.getMessage());
            if (before == null || NOT_YET.equals(before)) {
                LOG.warn("JMS broker unreachable, retrying url={} error={}", address, e.getMessage());
            }
            throw e;
        }
    }

    @Override
    public JMSContext createContext() {
        throw new UnsupportedOperationException("The bus uses JMS connections, not JMS contexts");
    }

    @Override
    public JMSContext createContext(String user, String password) {
        throw new UnsupportedOperationException("The bus uses JMS connections, not JMS contexts");
    }

    @Override
    public JMSContext createContext(String user, String password, int mode) {
        throw new UnsupportedOperationException("The bus uses JMS connections, not JMS contexts");
    }

    @Override
    public JMSContext createContext(int mode) {
        throw new UnsupportedOperationException("The bus uses JMS connections, not JMS contexts");
    }
}
