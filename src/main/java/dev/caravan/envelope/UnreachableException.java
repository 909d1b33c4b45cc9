package dev.caravan.envelope;

/** A service outside can't be connected to, or started: it was asked nothing. */
public class UnreachableException extends UpstreamException {

    public UnreachableException(Text text) {
        super(text);
    }
}
