package dev.caravan.benchmark;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The gateway beside another server, or beside itself with other settings, in one run. */
record Comparison(int connections, Figures ours, Figures other) {

    /**
     * Medians of windows.
     *
     * @param micros of the server's processor, a call
     * @param spread of the calls a second: highest less lowest, in percent of the median
     */
    record Figures(double perSecond, double p99, double micros, double spread) {

        static Figures of(List<Wrk.Window> windows) {
            double[] rates = sorted(windows, Wrk.Window::perSecond);
            double rate = median(windows, Wrk.Window::perSecond);
            return new Figures(rate, median(windows, Wrk.Window::p99), median(windows, Wrk.Window::micros),
                    100 * (rates[rates.length - 1] - rates[0]) / rate);
        }
    }

    /** What is to be reached. */
    record Goal(String words, Predicate<Comparison> reached) {

        /** @param least calls a second, of the other's */
        static Goal ratio(double least) {
            return new Goal("≥ " + least, comparison -> comparison.ratio() >= least);
        }

        Goal and(String more, Predicate<Comparison> also) {
            return new Goal(words.isEmpty() ? more : words + ", " + more, reached.and(also));
        }
    }

    /** Calls a second, of the other's. */
    double ratio() {
        return ours.perSecond() / other.perSecond();
    }

    /** Of the server's processor, a call. */
    double costRatio() {
        return ours.micros() / other.micros();
    }

    /** The lower one of the two in the middle, where their number is even. */
    static double median(List<Wrk.Window> windows, ToDoubleFunction<Wrk.Window> figure) {
        double[] sorted = sorted(windows, figure);
        return sorted[(sorted.length - 1) / 2];
    }

    private static double[] sorted(List<Wrk.Window> windows, ToDoubleFunction<Wrk.Window> figure) {
        return windows.stream().mapToDouble(figure).sorted().toArray();
    }
}
