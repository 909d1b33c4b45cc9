package dev.caravan.start;

import dev.caravan.envelope.Masked;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.beans.BeansException;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.context.config.ConfigDataLocationNotFoundException;
import org.springframework.boot.context.config.ConfigDataResourceNotFoundException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.util.PlaceholderResolutionException;
import org.springframework.util.StringUtils;
import org.yaml.snakeyaml.error.YAMLException;

/** Tells on standard error why the gateway did not start, in at most {@value #LINES} lines, and ends the process. */
public final class StartReport {

    /** Exit code for wrong settings. */
    static final int WRONG_SETTINGS = 2;
    /** Exit code for other reasons. */
    static final int FAILED = 1;
    static final int LINES = 10;

    private static final String ROOM = "dev.caravan.";
    private static final Pattern OWN_SETTING = Pattern.compile("\\bcaravan\\.[a-z]");
    private static final int LONGEST = 500;

    private final List<String> problems;
    private final int exitCode;
    private final boolean known;

    private StartReport(List<String> problems, int exitCode, boolean known) {
        this.problems = problems;
        this.exitCode = exitCode;
        this.known = known;
    }

    /**
     * Runs what starts the gateway. If it fails, tells why and ends the process. {@code --debug} adds the stack trace.
     *
     * @param args arguments of the process
     */
    public static void orExit(String[] args, Runnable start) {
        try {
            start.run();
        } catch (RuntimeException | Error failure) {
            StartReport report = of(failure, args);
            report.lines(Arrays.asList(args)).forEach(System.err::println);
            if (Arrays.asList(args).contains("--debug")) {
                failure.printStackTrace();
            }
            System.exit(report.exitCode);
        }
    }

    /** @param args arguments of the process, which may name files of settings */
    static StartReport of(Throwable failure, String... args) {
        WrongSettings wrong = SettingBinding.cause(failure, WrongSettings.class);
        if (wrong != null) {
            return new StartReport(wrong.problems(), wrong.exitCode(), true);
        }
        YAMLException yaml = SettingBinding.cause(failure, YAMLException.class);
        if (yaml != null) {
            return settings(BrokenYaml.of(yaml, args));
        }
        PlaceholderResolutionException unset = SettingBinding.cause(failure, PlaceholderResolutionException.class);
        BindException bind = SettingBinding.cause(failure, BindException.class);
        if (bind != null && bind.getProperty() != null) {
            return settings(SettingPlaces.of(bind.getProperty()) + (unset != null ? SettingBinding.unset(unset)
                    : " must be " + SettingBinding.expected(SettingBinding.type(bind.getTarget()))));
        }
        if (unset != null) {
            return settings("A setting" + SettingBinding.unset(unset));
        }
        ConfigDataResourceNotFoundException file = SettingBinding.cause(failure, ConfigDataResourceNotFoundException.class);
        ConfigDataLocationNotFoundException location = SettingBinding.cause(failure, ConfigDataLocationNotFoundException.class);
        if (file != null || location != null) {
            String named = file != null ? file.getReferenceDescription() : String.valueOf(location.getLocation());
            return settings("There is no settings file " + named.replaceFirst("^.*?\\[(.*?)].*$", "$1")
                    + ". Create it, or correct spring.config.import, spring.config.location or spring.config.additional-location");
        }
        PortInUseException port = SettingBinding.cause(failure, PortInUseException.class);
        if (port != null) {
            return new StartReport(List.of("Port " + port.getPort() + " is in use by another process. Stop it, or change server.port"),
                    FAILED, true);
        }
        return of(failure);
    }

    private static StartReport settings(String problem) {
        return new StartReport(List.of(problem), WRONG_SETTINGS, true);
    }

    /** Tells what the gateway itself said, else the innermost reason. */
    private static StartReport of(Throwable failure) {
        List<Throwable> chain = Stream.iterate(failure, each -> each != null, Throwable::getCause).toList();
        Throwable root = chain.get(chain.size() - 1);
        for (Throwable each : chain) {
            StackTraceElement[] stack = each.getStackTrace();
            if (stack.length > 0 && stack[0].getClassName().startsWith(ROOM) && each.getMessage() != null) {
                boolean settings = OWN_SETTING.matcher(each.getMessage()).find();
                return new StartReport(List.of(each.getMessage()), settings ? WRONG_SETTINGS : FAILED, settings);
            }
        }
        return new StartReport(List.of(root instanceof BeansException ? "The gateway itself has a mistake"
                : root.getClass().getSimpleName() + (root.getMessage() == null ? "" : ": " + root.getMessage())), FAILED, false);
    }

    int exitCode() {
        return exitCode;
    }

    /**
     * Returns at most {@value #LINES} lines.
     *
     * @param words of the command line: the command {@code validate} starts nothing
     */
    List<String> lines(List<String> words) {
        List<String> lines = new ArrayList<>();
        String wrong = problems.size() == 1 ? "a setting is wrong:" : problems.size() + " settings are wrong:";
        lines.add(exitCode != WRONG_SETTINGS ? "Caravan did not start:"
                : words.contains("validate") || words.contains("--validate") ? StringUtils.capitalize(wrong)
                : "Caravan did not start because " + wrong);
        int told = problems.size() > LINES - 2 ? LINES - 2 : problems.size();
        problems.stream().limit(told).map(problem -> "  " + masked(problem)).forEach(lines::add);
        if (problems.size() > told) {
            lines.add("  " + (problems.size() - told) + " more");
        }
        if (!known) {
            lines.add("--debug shows the stack trace.");
        }
        return lines;
    }

    /** Returns one line without passwords. */
    private static String masked(String text) {
        String line = Masked.of(text.replaceAll("\\s*[\\r\\n]\\s*", " "));
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    /** Keeps Spring Boot from logging failures itself. {@code META-INF/spring.factories} names it. */
    static final class Silence implements SpringBootExceptionReporter {

        @Override
        public boolean reportException(Throwable failure) {
            return true;
        }
    }
}
