package dev.caravan.mcp.stdio;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What differs when a gateway serves standard input and output. */
public final class Stdio {

    /** The gateway opens no port, so the caller is whoever started the process. The session lasts as long as the process. */
    private static final Map<String, String> SETTINGS = Map.of(
            "caravan.stdio.enabled", "true",
            "caravan.http.enabled", "false",
            "caravan.security.mode", "none",
            "caravan.conversation.session-ttl", "3650d",
            "spring.main.web-application-type", "none");

    private Stdio() {
    }

    /** Reserves standard output for the protocol. Output of libraries and the log go to standard error. */
    public static void keepOutput() {
        System.setOut(System.err);
    }

    /** Returns the settings with those of standard streams. Settings of the same names that are given take precedence. */
    public static String[] settings(List<String> given) {
        List<String> settings = new ArrayList<>(given);
        SETTINGS.forEach((name, value) -> {
            if (given.stream().noneMatch(each -> each.startsWith("--" + name + "="))) {
                settings.add("--" + name + "=" + value);
            }
        });
        return settings.toArray(String[]::new);
    }
}
