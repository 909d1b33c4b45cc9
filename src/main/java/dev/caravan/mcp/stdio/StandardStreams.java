package dev.caravan.mcp.stdio;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * The standard input and output of this process, used for the protocol only.
 *
 * @param in  one message per line
 * @param out one message per line
 */
record StandardStreams(InputStream in, OutputStream out) {

    static StandardStreams ofProcess() {
        return new StandardStreams(new BufferedInputStream(new FileInputStream(FileDescriptor.in)), new FileOutputStream(FileDescriptor.out));
    }
}
