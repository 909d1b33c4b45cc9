package dev.caravan.mcp;

/** Tells which resources of the gateway clients may subscribe to. There is one bean or none. */
public interface ListenableResources {

    /** Returns whether a resource with this URI exists now and a caller with these rights may read it. */
    boolean has(String uri, ToolRights rights);
}
