package dev.caravan.command;

import dev.caravan.Caravan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * One run of the command line in this JVM, without an end of the process.
 *
 * @param code   exit code
 * @param out    standard output
 * @param err    standard error
 * @param serves whether the process would serve
 */
public record CommandRun(int code, String out, String err, boolean serves) {

    /** Returns the whole line, to be looked at. */
    public static CommandLine line() {
        Invocation nothing = new Invocation(Caravan.class, Path.of(""), Path.of(""), Path.of(""), new ArrayList<>());
        return Commands.line(new Serve(nothing), nothing);
    }

    /** Runs the command as if the user stood in the repository. */
    static CommandRun of(String... arguments) {
        return in(Path.of(""), arguments);
    }

    /** Runs the command as if the user stood in that folder. The project is the repository. */
    static CommandRun in(Path caller, String... arguments) {
        Map<Boolean, List<String>> parts = Commands.split(arguments);
        Path project = Path.of("").toAbsolutePath();
        Invocation invocation = new Invocation(Caravan.class, project, caller.toAbsolutePath(), project, parts.get(true));
        Serve serve = new Serve(invocation);
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Commands.line(serve, invocation).setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true))
                .execute(parts.get(false).toArray(String[]::new));
        if (serve.asked() != null && List.of(arguments).toString().contains("validate")) {
            code = serve.asked().get();
        }
        return new CommandRun(code, out.toString(), err.toString(), serve.asked() != null);
    }
}
