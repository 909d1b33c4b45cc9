package dev.caravan.intelligence;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The candidates that fit a number of tokens, best first. It skips a candidate that is larger than the whole budget, and ends at the first that does
 * not fit beside those before it. It never cuts a candidate.
 *
 * @param kept   candidates that fit
 * @param tokens estimated tokens of their contents: a quarter of the characters plus a tenth
 */
record TokenBudget(List<Candidate> kept, int tokens) {

    /** @param contents of all candidates */
    static TokenBudget of(List<Candidate> candidates, Map<Candidate, String> contents, int budget) {
        List<Candidate> kept = new ArrayList<>();
        int spent = 0;
        for (Candidate candidate : candidates) {
            int tokens = tokens(contents.get(candidate));
            if (tokens > budget) {
                continue;
            }
            if (spent + tokens > budget) {
                break;
            }
            spent += tokens;
            kept.add(candidate);
        }
        return new TokenBudget(kept, spent);
    }

    static int tokens(String text) {
        return Math.max(1, (int) Math.ceil(text.codePointCount(0, text.length()) * 1.1 / 4));
    }
}
