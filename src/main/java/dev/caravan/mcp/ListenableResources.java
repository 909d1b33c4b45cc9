package dev.caravan.mcp;

/** The resources of the gateway that clients may listen to. One bean, or none. */
public interface ListenableResources {

    /** Whether there is a resource at that URI, at the moment. */
    boolean has(String uri);
}
