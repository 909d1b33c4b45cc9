package dev.caravan.rest;

/** An exception that knows its REST error. The route {@code rest-failure} asks it. */
public interface RestMeaning {

    /** Returns the error that the caller of the endpoint gets. */
    RestError restError();
}
