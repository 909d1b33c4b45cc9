package dev.caravan.page;

import dev.caravan.rest.RestFailure;
import org.springframework.stereotype.Component;

/** Disables the endpoints of the page when the page is disabled. */
@Component("pageSwitch")
public class PageSwitch {

    private final PageProperties properties;

    PageSwitch(PageProperties properties) {
        this.properties = properties;
    }

    /** @throws RestFailure 404, if the page is disabled */
    public void check() throws RestFailure {
        if (!properties.enabled()) {
            throw RestFailure.notFound("The page is disabled. Set caravan.page.enabled to serve it");
        }
    }
}
