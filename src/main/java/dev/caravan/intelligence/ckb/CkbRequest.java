package dev.caravan.intelligence.ckb;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A question: whether it runs, whether it checks CKB's health, when its time ends, and what it has found. */
final class CkbRequest {

    final List<CkbAnswer.CkbNode> nodes = new ArrayList<>();
    final Set<CkbAnswer.CkbEdge> edges = new LinkedHashSet<>();
    boolean running;
    boolean checking;
    long end;

    /** Returns the remaining time; zero or negative when it is over. */
    Duration left() {
        return Duration.ofNanos(end - System.nanoTime());
    }
}
