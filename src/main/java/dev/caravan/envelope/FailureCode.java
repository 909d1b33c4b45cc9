package dev.caravan.envelope;

/**
 * The error code of calls that end with an exception of a driver or a service. The package that uses the driver declares it as a bean; the route
 * {@code call-failed} asks all of them.
 *
 * @param type the exception, or what its subclasses extend
 */
public record FailureCode(Class<? extends Exception> type, ErrorCode code) {
}
