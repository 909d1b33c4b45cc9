package dev.caravan.start;

import java.util.List;

/** Ends the start. The message has a sentence for each problem, a line each. */
final class WrongSettings extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<String> problems;
    private final int exitCode;

    private WrongSettings(List<String> problems, int exitCode) {
        super(String.join("\n", problems));
        this.problems = problems;
        this.exitCode = exitCode;
    }

    /** @throws WrongSettings if there are problems with settings */
    static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new WrongSettings(List.copyOf(problems), StartReport.WRONG_SETTINGS);
        }
    }

    /** Returns what ends the start for a reason outside of the settings. */
    static WrongSettings hindered(String reason) {
        return new WrongSettings(List.of(reason), StartReport.FAILED);
    }

    List<String> problems() {
        return problems;
    }

    int exitCode() {
        return exitCode;
    }
}
