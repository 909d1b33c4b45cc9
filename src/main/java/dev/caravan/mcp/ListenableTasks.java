package dev.caravan.mcp;

import java.util.Set;
import org.apache.camel.Exchange;

/** Tells which tasks clients may subscribe to. There is one bean or none. */
public interface ListenableTasks {

    /**
     * Returns the given ids that are tasks of the caller.
     *
     * @throws McpException missing capability, if the client hasn't declared the tasks extension
     */
    Set<String> of(Exchange exchange, Set<String> ids) throws McpException;
}
