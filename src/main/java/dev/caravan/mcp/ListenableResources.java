package dev.caravan.mcp;

/** Tells which resources of the gateway clients may subscribe to. There is one bean or none. */
public interface ListenableResources {

    /** Returns whether a resource with this URI exists now and a caller with these rights may read it. */
    boolean has(String uri, ToolRights rights);

    /** Knows which resources of its own templates exist. */
    interface Check {

        /** Returns false if a read of this URI would find nothing or would be refused. Returns true for URIs of others. */
        boolean mayBeRead(String uri);
    }
}
