package dev.caravan.retrieval;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.neo4j.driver.Value;
import org.neo4j.driver.Values;

/** Arithmetic on vectors, and their form in the database. */
public final class Vector {

    private Vector() {
    }

    /** Returns the vector with the same direction and length 1. A vector of length 0 stays as it is. */
    public static float[] normal(float[] vector) {
        double square = 0;
        for (float value : vector) {
            square += (double) value * value;
        }
        double length = Math.sqrt(square);
        float[] normal = vector.clone();
        for (int i = 0; length > 0 && i < normal.length; i++) {
            normal[i] /= (float) length;
        }
        return normal;
    }

    /**
     * Returns the dot product; for vectors of length 1, their cosine. Eight partial sums run in parallel, since a single sum would wait for
     * each addition.
     */
    public static float dot(float[] a, float[] b) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        int whole = a.length & ~7;
        for (int i = 0; i < whole; i += 8) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
            s4 += a[i + 4] * b[i + 4];
            s5 += a[i + 5] * b[i + 5];
            s6 += a[i + 6] * b[i + 6];
            s7 += a[i + 7] * b[i + 7];
        }
        for (int i = whole; i < a.length; i++) {
            s0 += a[i] * b[i];
        }
        return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
    }

    /** Converts a vector to the bytes in which the database stores it. */
    public static byte[] bytes(float[] vector) {
        ByteBuffer bytes = ByteBuffer.allocate(vector.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(vector);
        return bytes.array();
    }

    /** Converts stored bytes back to a vector. */
    public static float[] of(byte[] bytes) {
        float[] vector = new float[bytes.length / Float.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(vector);
        return vector;
    }

    /** Converts a vector to a Cypher parameter. */
    public static Value list(float[] vector) {
        return Values.value(vector);
    }
}
