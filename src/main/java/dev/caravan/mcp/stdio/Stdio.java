package dev.caravan.mcp.stdio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Expands the flag {@value #FLAG} into settings. */
public final class Stdio {

    public static final String FLAG = "--stdio";

    /** The gateway opens no port, so the caller is whoever started the process. The session lasts as long as the process. */
    private static final Map<String, String> SETTINGS = Map.of(
            "caravan.stdio.enabled", "true",
            "caravan.http.enabled", "false",
            "caravan.security.mode", "none",
            "caravan.conversation.session-ttl", "3650d",
            "spring.main.web-application-type", "none");

    private Stdio() {
    }

    /** Returns whether the arguments contain the flag. */
    public static boolean isAsked(String[] args) {
        return Arrays.asList(args).contains(FLAG);
    }

    /** Reserves standard output for the protocol. Output of libraries and the log go to standard error. */
    public static void keepOutput() {
        System.setOut(System.err);
    }

    /** Returns the arguments with the flag replaced by its settings. Arguments that set the same keys take precedence. */
    public static String[] settings(String[] args) {
        List<String> settings = new ArrayList<>(Arrays.asList(args));
        settings.removeIf(FLAG::equals);
        SETTINGS.forEach((name, value) -> {
            if (settings.stream().noneMatch(given -> given.startsWith("--" + name + "="))) {
                settings.add("--" + name + "=" + value);
            }
        });
        return settings.toArray(String[]::new);
    }
}
