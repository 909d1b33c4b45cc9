package dev.caravan.mcp;

import java.util.Set;
import org.apache.camel.Exchange;

/** The tasks that clients may listen to. One bean, or none. */
public interface ListenableTasks {

    /**
     * Those that are the caller's, of the ids given.
     *
     * @throws McpException missing capability, if the client hasn't declared that it knows tasks
     */
    Set<String> of(Exchange exchange, Set<String> ids) throws McpException;
}
