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

    /** Returns the dot product; for vectors of length 1, their cosine. */
    public static float dot(float[] a, float[] b) {
        float sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
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
