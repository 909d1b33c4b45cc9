package dev.caravan.mcp;

/** The resources of the gateway that clients may listen to. One bean, or none. */
public interface ListenableResources {

    /** Whether there is a resource at that URI, at the moment, which a caller with these rights may read. */
    boolean has(String uri, ToolRights rights);
}
