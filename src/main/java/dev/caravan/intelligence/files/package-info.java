/** The files of a workspace: which of them are worth indexing, what their text is, and the pieces that are embedded and searched. Knows no database. */
package dev.caravan.intelligence.files;
