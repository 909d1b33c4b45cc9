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
            compare(prefix, type, files, code, read);
        }
        assertThat(read).hasSizeGreaterThan(100);
        assertThat(shown.keySet()).isEqualTo(read.keySet());
    }

    /** Records of settings may hold records of settings. */
    private static void compare(String prefix, Class<?> type, Object files, Object code, Map<String, String> read)
            throws ReflectiveOperationException {
        for (RecordComponent component : type.getRecordComponents()) {
            Object shown = value(files, component);
            Object own = value(code, component);
            if (component.getType().isRecord() && shown != null && own != null && component.getType().getEnclosingClass() != null) {
                compare(prefix + "." + DeclaredSettings.kebab(component.getName()), component.getType(), shown, own, read);
            } else {
                read.put(key(prefix, component), "");
                assertThat(String.valueOf(shown)).as("the default of %s.%s, in the code and in config/", prefix, component.getName())
                        .isEqualTo(String.valueOf(own));
            }
        }
    }

    private static Object value(Object settings, RecordComponent component) throws ReflectiveOperationException {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        return accessor.invoke(settings);
    }
}
