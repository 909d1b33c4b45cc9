package dev.caravan.start;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.context.event.ApplicationContextInitializedEvent;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Refuses the start for wrong settings before any bean exists. Applies to applications whose class has {@link ConfigurationPropertiesScan}.
 * {@code META-INF/spring.factories} names this class.
 */
final class SettingsCheck implements ApplicationListener<ApplicationContextInitializedEvent>, Ordered {

    /**
     * Set while files are checked: {@code settings}, or {@code routes} on machines that need not have the gateway's variables and files.
     * Ports may be in use.
     */
    private static final String VALIDATE = "caravan.validate";

    private static final Pattern SPRING = Pattern.compile("(?:server|management|spring)\\..*");

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ApplicationContextInitializedEvent event) {
        ConfigurableEnvironment environment = event.getApplicationContext().getEnvironment();
        for (Object source : event.getSpringApplication().getAllSources()) {
            if (source instanceof Class<?> application && application.isAnnotationPresent(ConfigurationPropertiesScan.class)) {
                check(environment, types(application));
            }
        }
    }

    private static void check(ConfigurableEnvironment environment, List<Class<?>> types) {
        WrongSettings.refuse(new UnknownSettings(environment, types).problems());
        String validated = environment.getProperty(VALIDATE);
        if ("routes".equals(validated)) {
            return;
        }
        Binder binder = Binder.get(environment);
        TreeSet<String> wrong = new TreeSet<>(unset(environment));
        for (Class<?> type : types) {
            SettingBinding binding = new SettingBinding(environment);
            binder.bind(prefix(type), Bindable.of(type), binding);
            wrong.addAll(binding.problems());
        }
        WrongSettings.refuse(List.copyOf(wrong));
        SettingPlaces places = new SettingPlaces(environment);
        List<String> refused = new ArrayList<>();
        for (StartCheck check : SpringFactoriesLoader.loadFactories(StartCheck.class, SettingsCheck.class.getClassLoader())) {
            try {
                check.check(environment);
            } catch (IllegalArgumentException e) {
                refused.add(places.told(e.getMessage()));
            } catch (IOException e) {
                if (validated != null) {
                    continue;
                }
                throw WrongSettings.hindered(places.told(e.getMessage()));
            }
        }
        WrongSettings.refuse(refused);
    }

    /** Returns a sentence for each setting of Spring that uses a variable that is not set. */
    private static List<String> unset(ConfigurableEnvironment environment) {
        List<String> unset = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> names) {
                for (String name : names.getPropertyNames()) {
                    try {
                        if (SPRING.matcher(name).matches()) {
                            environment.getProperty(name);
                        }
                    } catch (PlaceholderResolutionException e) {
                        unset.add(SettingPlaces.of(name, source) + SettingBinding.unset(e));
                    }
                }
            }
        }
        return unset;
    }

    static String prefix(Class<?> type) {
        return MergedAnnotations.from(type).get(ConfigurationProperties.class).synthesize().prefix();
    }

    private static List<Class<?>> types(Class<?> application) {
        ConfigurationPropertiesScan scanned = application.getAnnotation(ConfigurationPropertiesScan.class);
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        List<String> rooms = scanned.value().length == 0 ? List.of(application.getPackageName()) : List.of(scanned.value());
        List<Class<?>> types = new ArrayList<>();
        for (String room : rooms) {
            for (BeanDefinition found : scan.findCandidateComponents(room)) {
                types.add(ClassUtils.resolveClassName(found.getBeanClassName(), application.getClassLoader()));
            }
        }
        return types;
    }
}
