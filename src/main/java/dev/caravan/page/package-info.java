/**
 * The page for people at {@code /}: which files it is made of, how they are served, and the state that it shows. The tools it
 * calls by the protocol itself, at {@code /mcp}, so that it can do nothing that another client couldn't. The page is plain HTML,
 * CSS and ES modules in {@code src/main/resources/dev/caravan/page}; it loads nothing from anywhere else, and nothing in it makes
 * HTML of data.
 */
package dev.caravan.page;
