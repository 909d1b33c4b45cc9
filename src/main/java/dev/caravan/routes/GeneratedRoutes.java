package dev.caravan.routes;

import java.util.Map;

/** Routes that settings ask for rather than a file; a bean each. They are taken up, checked and told of like files. */
public interface GeneratedRoutes {

    /** {name: text of a routes file}; names are shown to operators and end as those of routes files do. */
    Map<String, String> files();
}
