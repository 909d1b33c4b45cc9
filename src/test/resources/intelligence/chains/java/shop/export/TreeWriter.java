package shop.export;

import java.util.List;

class TreeWriter {

    private final StringBuilder out = new StringBuilder();

    String text(Object value) {
        write(value);
        return out.toString();
    }

    void write(Object value) {
        if (value instanceof List<?> list) {
            writeList(list);
        } else {
            write(String.valueOf(value));
        }
    }

    void write(String text) {
        out.append('"').append(text).append('"');
    }

    private void writeList(List<?> list) {
        for (Object one : list) {
            write(one);
        }
    }
}
