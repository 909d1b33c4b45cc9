package dev.caravan.observe.audit;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;

/** Consumes audit events in batches: the body is a list of {@link AuditEvent} in the order of arrival. */
@UriEndpoint(scheme = AuditComponent.SCHEME, firstVersion = "4.24.0", title = "Audit events", syntax = "audit:events", consumerOnly = true, remote = false,
        category = Category.MONITORING)
public class AuditEndpoint extends DefaultEndpoint {

    @UriPath(description = "Always events.")
    private final String events = "events";
    @UriParam(description = "Maximum number of events in one batch.", defaultValue = "500")
    private int batch = 500;

    AuditEndpoint(String uri, AuditComponent component) {
        super(uri, component);
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        AuditConsumer consumer = new AuditConsumer(this, processor, CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), AuditQueue.class), batch);
        configureConsumer(consumer);
        return consumer;
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("audit:events has no producer. Use it in the from of a route");
    }

    public String getEvents() {
        return events;
    }

    public int getBatch() {
        return batch;
    }

    public void setBatch(int batch) {
        this.batch = batch;
    }
}
