package dev.caravan.call.tool;

/** What {@code tools/list} shows. */
public enum CatalogueMode {
    /** Every tool that the caller may call. */
    ALL,
    /** Only the tools that lead to others, such as find_tools and call_tool, and the pinned tools. */
    DISCOVER
}
