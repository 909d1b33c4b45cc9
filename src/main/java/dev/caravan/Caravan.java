package dev.caravan;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the gateway. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class Caravan {

    public static void main(String[] args) {
        SpringApplication.run(Caravan.class, args);
    }
}
