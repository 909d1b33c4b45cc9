package dev.caravan.page;

import dev.caravan.rest.RestFailure;
import org.springframework.stereotype.Component;

/** Keeps from working what is there for the page alone, where there is no page. */
@Component("pageSwitch")
public class PageSwitch {

    private final PageProperties properties;

    PageSwitch(PageProperties properties) {
        this.properties = properties;
    }

    /** @throws RestFailure 404 if the page is turned off */
    public void check() throws RestFailure {
        if (!properties.enabled()) {
            throw RestFailure.notFound("Nothing is served here");
        }
    }
}
