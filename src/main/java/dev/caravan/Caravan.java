package dev.caravan;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the gateway. */
@SpringBootApplication
public class Caravan {
    public static void main(String[] args) {
        SpringApplication.run(Caravan.class, args);
    }
}
