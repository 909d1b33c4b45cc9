package dev.caravan.benchmark;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Panels below each other in one SVG. */
final class Plot {

    /** @param points y by place; NaN where there is none */
    record Line(String name, List<Double> points) {
    }

    /** @param at place on the x axis */
    record Mark(double at, String text) {
    }

    private static final int WIDTH = 960;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int HEIGHT = 170;
    private static final List<String> COLOURS = List.of("#2563eb", "#dc9a26", "#16a34a", "#7c3aed");

    private final StringBuilder panels = new StringBuilder();
    private int top = 10;

    /** Groups of bars, a group for each label and in it a bar of each line. */
    void bars(String title, List<String> labels, List<Line> lines) {
        double max = begin(title, lines);
        double group = (WIDTH - LEFT - RIGHT) / (double) labels.size();
        for (int i = 0; i < labels.size(); i++) {
            double bar = group * 0.8 / lines.size();
            for (int j = 0; j < lines.size(); j++) {
                double value = lines.get(j).points().get(i);
                double height = HEIGHT * value / max;
                add("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'><title>%s, %s: %.0f</title></rect>",
                        LEFT + i * group + group * 0.1 + j * bar, top + HEIGHT - height,
                        bar, height, COLOURS.get(j), escaped(labels.get(i)), escaped(lines.get(j).name()), value);
            }
            add("<text x='%.1f' y='%d' font-size='10' text-anchor='end' transform='rotate(-35 %.1f %d)'>%s</text>",
                    LEFT + (i + 0.5) * group, top + HEIGHT + 12, LEFT + (i + 0.5) * group,
                    top + HEIGHT + 12, escaped(labels.get(i)));
        }
        end(80);
    }

    /** Lines over time, in seconds from 0. */
    void lines(String title, List<Line> lines, List<Mark> marks) {
        double max = begin(title, lines);
        int seconds = lines.stream().mapToInt(line -> line.points().size()).max().orElse(1);
        for (Mark mark : marks) {
            add("<line x1='%.1f' x2='%.1f' y1='%d' y2='%d' stroke='#cbd5e1' stroke-width='0.8'><title>%s</title></line>",
                    x(mark.at(), seconds), x(mark.at(), seconds), top, top + HEIGHT,
                    escaped(mark.text()));
        }
        for (int j = 0; j < lines.size(); j++) {
            List<String> points = new ArrayList<>();
            List<Double> values = lines.get(j).points();
            for (int i = 0; i < values.size(); i++) {
                if (!values.get(i).isNaN()) {
                    points.add(String.format(Locale.ROOT, "%.1f,%.1f", x(i, seconds), top + HEIGHT - HEIGHT * values.get(i) / max));
                }
            }
            add("<polyline points='%s' fill='none' stroke='%s' stroke-width='1.4'/>", String.join(" ", points), COLOURS.get(j));
        }
        for (int tick = 0; tick <= seconds; tick += Math.max(1, (seconds + 9) / 10)) {
            add("<text x='%.1f' y='%d' font-size='10' text-anchor='middle'>%d s</text>", x(tick, seconds), top + HEIGHT + 14, tick);
        }
        end(35);
    }

    String svg() {
        return String.format(Locale.ROOT,
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif'><rect width='100%%' height='100%%' "
                        + "fill='white'/>%n%s</svg>%n",
                WIDTH, top,
                panels);
    }

    private static double x(double second, int seconds) {
        return LEFT + (WIDTH - LEFT - RIGHT) * second / Math.max(1, seconds);
    }

    private double begin(String title, List<Line> lines) {
        double max = lines.stream().flatMap(line -> line.points().stream()).filter(value -> !value.isNaN()).mapToDouble(Double::doubleValue)
                .max().orElse(1);
        add("<text x='%d' y='%d' font-size='14' font-weight='bold'>%s</text>", LEFT, top + 14, escaped(title));
        for (int j = 0; j < lines.size(); j++) {
            add("<rect x='%d' y='%d' width='10' height='10' fill='%s'/><text x='%d' y='%d' font-size='11'>%s</text>", LEFT + 150 * j,
                    top + 22, COLOURS.get(j),
                    LEFT + 150 * j + 14, top + 31, escaped(lines.get(j).name()));
        }
        top += 46;
        double nice = roundedUp(max);
        for (int i = 0; i <= 4; i++) {
            double y = top + HEIGHT - HEIGHT * i / 4.0;
            add("<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#e5e7eb'/><text x='%d' y='%.1f' font-size='10' "
                    + "text-anchor='end'>%s</text>",
                    LEFT, WIDTH - RIGHT, y, y, LEFT - 6, y + 3,
                    shown(nice * i / 4));
        }
        return nice;
    }

    private void end(int below) {
        top += HEIGHT + below;
    }

    private static double roundedUp(double max) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(max, 1e-9))));
        for (double step : new double[] {1, 2, 4, 5, 8, 10}) {
            if (max <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }

    private static String shown(double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;");
    }

    private void add(String form, Object... values) {
        panels.append(String.format(Locale.ROOT, form, values)).append('\n');
    }
}
