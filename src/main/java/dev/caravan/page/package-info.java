/**
 * Serves the page for browsers at {@code /}: its files, and the state that it shows. The page calls tools with the protocol at
 * {@code /mcp}, so it can do nothing that another client can't. It is plain HTML, CSS and ES modules in
 * {@code src/main/resources/dev/caravan/page}, loads nothing from other sites, and never makes HTML of data.
 */
package dev.caravan.page;
