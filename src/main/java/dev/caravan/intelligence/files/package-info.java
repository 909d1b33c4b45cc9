/** The files of a workspace: which files to index, their text, and their chunks. Uses no database. */
package dev.caravan.intelligence.files;
