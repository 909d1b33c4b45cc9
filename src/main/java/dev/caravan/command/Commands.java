package dev.caravan.command;

import dev.caravan.envelope.NearestNames;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the command that the arguments name, and runs it. A word or an option that isn't known is refused with the nearest one. */
public final class Commands {

    private static final String SETTING = "--[^=.]+\\..*";

    private Commands() {
    }

    /** Serves, or runs another command and ends the process with its exit code. */
    public static void run(Class<?> application, String... arguments) {
        Map<Boolean, List<String>> parts = split(arguments);
        Invocation invocation = Invocation.of(application, parts.get(true));
        Serve serve = new Serve(invocation);
        Integer code = line(serve, invocation).setOut(writer(System.out)).setErr(writer(System.err))
                .execute(parts.get(false).toArray(String[]::new));
        if (serve.asked() != null) {
            code = serve.asked().get();
        }
        if (code != null) {
            System.exit(code);
        }
    }

    /** Returns the settings, each of which is {@code --name.of.it=value}, by true, and the words for picocli by false. */
    static Map<Boolean, List<String>> split(String... arguments) {
        return Arrays.stream(arguments).collect(Collectors.partitioningBy(
                argument -> argument.matches(SETTING) && argument.contains("="), Collectors.toCollection(ArrayList::new)));
    }

    /** A terminal may have another charset. */
    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, Charset.forName(System.getProperty("sun.stdout.encoding", "UTF-8")));
    }

    /** Returns picocli's line with all commands. */
    static CommandLine line(Serve serve, Invocation invocation) {
        return new CommandLine(serve)
                .addSubcommand(new Serve.OverStdio(serve))
                .addSubcommand(new Validate(invocation, serve))
                .addSubcommand(new Init(invocation))
                .addSubcommand(new Tools(invocation))
                .addSubcommand(new CallTool(invocation))
                .addSubcommand(new State(invocation))
                .addSubcommand(new CommandLine(new Key()).addSubcommand(new Key.New(invocation)))
                .addSubcommand(new Completion())
                .setExpandAtFiles(false)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setUsageHelpAutoWidth(true)
                .setExecutionStrategy(parsed -> {
                    serve.check();
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setParameterExceptionHandler((wrong, all) -> refuse(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    command.getErr().println(failure.getMessage() == null ? failure.toString() : failure.getMessage());
                    return ExitCode.SOFTWARE;
                });
    }

    private static int refuse(ParameterException wrong) {
        CommandLine line = wrong.getCommandLine();
        CommandSpec command = line.getCommandSpec();
        line.getErr().println(wrong instanceof UnmatchedArgumentException unmatched
                ? unknown(unmatched.getUnmatched().get(0), command) : wrong.getMessage());
        line.getErr().println(command.qualifiedName() + " --help shows what there is");
        return ExitCode.USAGE;
    }

    private static String unknown(String word, CommandSpec command) {
        if (word.matches(SETTING)) {
            return word + " needs a value: " + word + "=VALUE";
        }
        if (word.matches("[a-z-]+\\.[^=]+=.*")) {
            return word + ": a setting begins with two dashes: --" + word;
        }
        if (!word.startsWith("-") && command.subcommands().isEmpty()) {
            return command.qualifiedName() + " takes no further word: " + word;
        }
        String name = word.replaceFirst("=.*", "");
        boolean option = name.startsWith("-");
        List<String> known = new ArrayList<>(command.subcommands().keySet());
        command.options().forEach(each -> known.add(each.longestName()));
        List<String> sort = known.stream().filter(each -> each.startsWith("-") == option).toList();
        List<String> alike = new ArrayList<>(NearestNames.similar(name, sort));
        alike.addAll(NearestNames.similar(name, known));
        return name + " is no " + (option ? "option" : "command") + " of " + command.qualifiedName()
                + (alike.isEmpty() ? "" : ". The nearest is " + alike.get(0));
    }
}
