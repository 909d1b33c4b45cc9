package dev.caravan.security;

import java.util.Set;

/** Something that a caller may be allowed to use: a tool, a resource or a prompt of the gateway, or an endpoint with a tag. */
public interface Usable {

    String TOOLS = "tools";
    String RESOURCES = "resources";
    String PROMPTS = "prompts";

    /** Returns the list that has it: {@value #TOOLS}, {@value #RESOURCES} or {@value #PROMPTS}; empty for an endpoint. */
    String list();

    /** Returns the name of a tool or prompt, or the URI or URI template of a resource. */
    String key();

    Set<String> tags();

    /** Returns an endpoint that does the same as tools with this tag. */
    static Usable tagged(String tag) {
        return new Endpoint(tag, Set.of(tag));
    }

    /** An endpoint, which toolsets select by its tag only. */
    record Endpoint(String key, Set<String> tags) implements Usable {

        @Override
        public String list() {
            return "";
        }
    }
}
