package dev.caravan.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page, and what the page says of it. {@code ```sh} is a command; a block without a language that comes next is its
 * output. These comments stand before a block:
 * <ul>
 * <li>{@code <!-- not run: REASON -->}: it can't run here, and neither is its output checked
 * <li>{@code <!-- log -->}: what the gateway's log then says
 * <li>{@code <!-- exits: CODE -->}: the exit code of the command; others end with 0, or show an error
 * <li>{@code <!-- save: FILE -->}: the reader saves the block as this file of the project
 * <li>{@code <!-- run: COMMAND -->}: what the prose tells the reader to do, for the test; it stands for a block of its own
 * </ul>
 * A {@code yaml} block of routes is saved where the text before it says, else in {@code routes/tools/mine}.
 */
record GuideBlock(GuidePage page, int line, Kind kind, String text, String reason, Integer commandLine) {

    enum Kind { COMMAND, OUTPUT, LOG, ROUTES, FILE, SNIPPET, NOT_RUN, UNKNOWN }

    private static final Pattern BLOCK = Pattern.compile(
            "(?ms)^<!-- run: (?<hidden>.*?) -->$|(?:<!-- (?<mark>not run: [^\n]*?|log|save: [^\n]*?|exits: \\d+) -->\n+)?"
                    + "^(?<indent> *)```(?<language>\\w*)[ \t]*\n(?<text>.*?)^ *```[ \t]*$");
    private static final Pattern FILE = Pattern.compile("`(routes/[\\w/-]+\\.camel\\.yaml)`");
    private static final Pattern ID = Pattern.compile("(?m)^- route:\n +id: ([\\w-]+)$");
    private static final String NOT_RUN = "not run: ";
    private static final String SAVE = "save: ";
    private static final String EXITS = "exits: ";

    /** The blocks of a page, in order. */
    static List<GuideBlock> of(GuidePage page) {
        List<GuideBlock> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(page.text());
        while (block.find()) {
            int line = (int) page.text().substring(0, block.start()).chars().filter(each -> each == '\n').count() + 1;
            if (block.group("hidden") != null) {
                blocks.add(new GuideBlock(page, line, Kind.COMMAND, block.group("hidden"), null, line));
            } else {
                String text = block.group("text").replaceAll("(?m)^" + block.group("indent"), "");
                GuideBlock before = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
                Kind kind = kind(block, text, before);
                blocks.add(new GuideBlock(page, line, kind, text, reason(block, kind, before),
                        kind == Kind.OUTPUT ? before.commandLine() : Integer.valueOf(line)));
            }
        }
        return blocks;
    }

    private static Kind kind(MatchResult block, String text, GuideBlock before) {
        String mark = ((Matcher) block).group("mark");
        String language = ((Matcher) block).group("language");
        if (mark != null && !mark.startsWith(EXITS)) {
            return mark.equals("log") ? Kind.LOG : mark.startsWith(SAVE) ? Kind.FILE : Kind.NOT_RUN;
        }
        return switch (language) {
            case "sh" -> Kind.COMMAND;
            case "yaml" -> ID.matcher(text).find() ? Kind.ROUTES : Kind.SNIPPET;
            case "" -> before == null ? Kind.UNKNOWN : switch (before.kind()) {
                case COMMAND, OUTPUT -> Kind.OUTPUT;
                case NOT_RUN -> Kind.NOT_RUN;
                default -> Kind.UNKNOWN;
            };
                default -> Kind.SNIPPET;
        };
    }

    /** The output of a block that isn't run has the block's reason. */
    private static String reason(Matcher block, Kind kind, GuideBlock before) {
        String mark = block.group("mark");
        return kind != Kind.NOT_RUN ? null : mark == null ? before.reason() : mark.substring(NOT_RUN.length());
    }

    /** The exit code that the page tells of the command; null if it tells none. */
    Integer exits() {
        return first().startsWith("<!-- " + EXITS) ? Integer.valueOf(first().replaceAll("\\D", "")) : null;
    }

    private String first() {
        return page.text().lines().skip(line - 1L).findFirst().orElseThrow();
    }

    /** Where routes, or a block with the mark {@code save}, are saved. */
    String file() {
        if (kind == Kind.FILE) {
            return first().replaceFirst("^<!-- " + SAVE + "(.*) -->$", "$1");
        }
        String before = page.text().lines().limit(line - 1L).reduce("", (text, next) -> next.startsWith("```") ? "" : text + "\n" + next);
        MatchResult last = FILE.matcher(before).results().reduce((first, second) -> second).orElse(null);
        return last == null ? "routes/tools/mine/" + id() + ".camel.yaml" : last.group(1);
    }

    /** The id of the first of its routes. */
    String id() {
        return ID.matcher(text).results().findFirst().orElseThrow().group(1);
    }

    @Override
    public String toString() {
        return page.name() + ":" + line;
    }
}
