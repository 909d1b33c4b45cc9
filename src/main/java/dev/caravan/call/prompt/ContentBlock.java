package dev.caravan.call.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The content of a message, checked against the protocol's shapes (MCP, prompts, data types).
 *
 * @param at position in the result, for messages
 */
record ContentBlock(String at, JsonNode json) {

    private static final Set<String> AUDIENCE = Set.of("user", "assistant");
    private static final Set<String> THEMES = Set.of("light", "dark");

    /** @throws MalformedPromptException with the error and its position */
    void check() throws MalformedPromptException {
        if (!json.isObject()) {
            throw wrong("", "must be text or a content block");
        }
        switch (json.path("type").asText()) {
            case "text" -> needText("text");
            case "image", "audio" -> {
                needBase64("data");
                needText("mimeType");
            }
            case "resource" -> part("resource").checkContents();
            case "resource_link" -> checkLink();
            default -> throw wrong(".type", "must be one of text, image, audio, resource, resource_link");
        }
        mayBeObject("_meta");
        checkAnnotations();
    }

    private void checkContents() throws MalformedPromptException {
        needUri("uri");
        mayBeText("mimeType");
        mayBeObject("_meta");
        if (json.has("text") == json.has("blob")) {
            throw wrong("", "must have either text or blob");
        }
        if (json.has("text")) {
            needText("text");
        } else {
            needBase64("blob");
        }
    }

    private void checkLink() throws MalformedPromptException {
        needUri("uri");
        needText("name");
        for (String member : List.of("title", "description", "mimeType")) {
            mayBeText(member);
        }
        if (json.has("size") && !json.get("size").isIntegralNumber()) {
            throw wrong(".size", "must be a whole number");
        }
        if (!json.has("icons")) {
            return;
        }
        if (!json.get("icons").isArray()) {
            throw wrong(".icons", "must be a list");
        }
        for (JsonNode icon : json.get("icons")) {
            new ContentBlock(at + ".icons", icon).checkIcon();
        }
    }

    private void checkIcon() throws MalformedPromptException {
        needUri("src");
        mayBeText("mimeType");
        if (json.has("sizes")) {
            checkTexts("sizes", null);
        }
        if (json.has("theme") && !THEMES.contains(json.get("theme").textValue())) {
            throw wrong(".theme", "must be light or dark");
        }
    }

    private void checkAnnotations() throws MalformedPromptException {
        if (!json.has("annotations")) {
            return;
        }
        ContentBlock annotations = part("annotations");
        annotations.mayBeText("lastModified");
        if (annotations.json.has("audience")) {
            annotations.checkTexts("audience", AUDIENCE);
        }
        JsonNode priority = annotations.json.path("priority");
        if (!priority.isMissingNode() && !(priority.isNumber() && priority.doubleValue() >= 0 && priority.doubleValue() <= 1)) {
            throw annotations.wrong(".priority", "must be a number from 0 to 1");
        }
    }

    private ContentBlock part(String member) throws MalformedPromptException {
        ContentBlock part = new ContentBlock(at + "." + member, json.path(member));
        if (!part.json.isObject()) {
            throw part.wrong("", "must be an object");
        }
        return part;
    }

    /** @param allowed allowed texts; null means any text */
    private void checkTexts(String member, Set<String> allowed) throws MalformedPromptException {
        JsonNode list = json.get(member);
        boolean fit = list.isArray();
        for (JsonNode item : list) {
            fit &= item.isTextual() && (allowed == null || allowed.contains(item.textValue()));
        }
        if (!fit) {
            throw wrong("." + member, "must be a list of " + (allowed == null ? "text" : "user and assistant"));
        }
    }

    private void needText(String member) throws MalformedPromptException {
        if (!json.path(member).isTextual()) {
            throw wrong("." + member, "must be text");
        }
    }

    private void mayBeText(String member) throws MalformedPromptException {
        if (json.has(member)) {
            needText(member);
        }
    }

    private void mayBeObject(String member) throws MalformedPromptException {
        if (json.has(member)) {
            part(member);
        }
    }

    private void needUri(String member) throws MalformedPromptException {
        needText(member);
        try {
            if (new URI(json.get(member).textValue()).isAbsolute()) {
                return;
            }
        } catch (URISyntaxException noUri) {
            // the check below refuses it like a relative URI
        }
        throw wrong("." + member, "must be an absolute URI");
    }

    private void needBase64(String member) throws MalformedPromptException {
        String text = json.path(member).asText("-");
        try {
            Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw wrong("." + member, "must be Base64");
        }
        if (text.length() % 4 != 0) {
            throw wrong("." + member, "must be Base64 with padding");
        }
    }

    private MalformedPromptException wrong(String member, String why) {
        return new MalformedPromptException(at + member + " " + why);
    }
}
