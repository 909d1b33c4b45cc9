package dev.caravan;

import static dev.caravan.DeclaredSettings.FILES;
import static dev.caravan.DeclaredSettings.key;
import static dev.caravan.DeclaredSettings.shown;
import static dev.caravan.DeclaredSettings.types;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;

/** The files of {@code config/} show each setting that the code reads, with its default. */
class ConfigurationDefaultsTest {

    @Test
    void filesShowEverySettingWithItsDefault() throws Exception {
        Map<String, String> shown = new TreeMap<>();
        shown().keySet().forEach(key -> shown.put(key, ""));
        StandardEnvironment environment = new StandardEnvironment();
        for (String file : FILES) {
            YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
            yaml.setResources(new FileSystemResource(file));
            Properties properties = yaml.getObject();
            environment.getPropertySources().addFirst(new PropertiesPropertySource(file, properties));
        }
        Map<String, String> read = new TreeMap<>();
        for (Class<?> type : types()) {
            String prefix = type.getAnnotation(ConfigurationProperties.class).value();
            Object files = Binder.get(environment).bindOrCreate(prefix, Bindable.of(type));
            Object code = new Binder(new MapConfigurationPropertySource()).bindOrCreate(prefix, Bindable.of(type));
            for (RecordComponent component : type.getRecordComponents()) {
                read.put(key(prefix, component), "");
                assertThat(value(files, component)).as("the default of %s.%s, in the code and in config/", prefix, component.getName()).isEqualTo(value(code, component));
            }
        }
        assertThat(read).hasSizeGreaterThan(100);
        assertThat(shown.keySet()).isEqualTo(read.keySet());
    }

    private static String value(Object settings, RecordComponent component) throws ReflectiveOperationException {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        return String.valueOf(accessor.invoke(settings));
    }
}
