package dev.caravan.mcp.stdio;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Standard input and output of this process, for the protocol alone.
 *
 * @param in  one message on a line
 * @param out likewise
 */
record StandardStreams(InputStream in, OutputStream out) {

    static StandardStreams ofProcess() {
        return new StandardStreams(new BufferedInputStream(new FileInputStream(FileDescriptor.in)), new FileOutputStream(FileDescriptor.out));
    }
}
