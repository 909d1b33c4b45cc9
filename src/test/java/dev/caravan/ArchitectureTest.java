package dev.caravan;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.beans.Introspector;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

@AnalyzeClasses(packages = "dev.caravan", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final Map<String, List<String>> LAYERS = PictureOfHouse.layers();
    static final List<String> CAPABILITIES = LAYERS.get("Capabilities");
    static final List<String> SOURCES = LAYERS.get("Sources of tools that others define");

    private static final Pattern GETTER = Pattern.compile("(is|get)[A-Z].*");

    @ArchTest
    static final ArchTests ROOMS = ArchTests.in(RoomRules.class);

    @ArchTest
    static final ArchRule protocolDependsOnNothingAboveIt = noClasses().that().resideInAPackage("dev.caravan.mcp..")
            .should().dependOnClassesThat().resideInAnyPackage(packages(above("Protocol"))).orShould().dependOnClassesThat()
            .resideInAPackage("dev.caravan.envelope..");

    @ArchTest
    static final ArchRule sharedCodeDependsOnNoToolResourceOrPrompt = noClasses().that().resideInAPackage("dev.caravan.call")
            .should().dependOnClassesThat().resideInAnyPackage("dev.caravan.call.*..");

    @ArchTest
    static final ArchRule resourcesDependOnNoToolOrPrompt = noClasses().that().resideInAPackage("dev.caravan.call.resource..")
            .should().dependOnClassesThat().resideInAnyPackage("dev.caravan.call.tool..", "dev.caravan.call.prompt..");

    @ArchTest
    static final ArchRule promptsDependOnNoToolOrResource = noClasses().that().resideInAPackage("dev.caravan.call.prompt..")
            .should().dependOnClassesThat().resideInAnyPackage("dev.caravan.call.tool..", "dev.caravan.call.resource..");

    @ArchTest
    static final ArchRule completionDependsOnNothingItCompletes = noClasses().that().resideInAPackage("dev.caravan.call.completion..")
            .should().dependOnClassesThat()
            .resideInAnyPackage("dev.caravan.call.tool..", "dev.caravan.call.resource..", "dev.caravan.call.prompt..");

    /**
     * Camel calls a getter by its property's name too. Beside a method of that name, it depends on the JVM's order of methods which one
     * Camel finds.
     */
    @ArchTest
    static void noMethodIsNamedAsAProperty(com.tngtech.archunit.core.domain.JavaClasses classes) {
        assertThat(classes)
                .filteredOn(each -> each.getRawSuperclass().stream()
                        .allMatch(above -> above.isEquivalentTo(Object.class) || above.getPackageName().startsWith("dev.caravan")))
                .isNotEmpty().allSatisfy(each -> {
                    List<JavaMethod> methods = each.getMethods().stream()
                            .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)).toList();
                    Set<String> names = methods.stream().map(JavaMethod::getName).collect(Collectors.toSet());
                    assertThat(methods.stream().filter(method -> method.getRawParameterTypes().isEmpty()).map(JavaMethod::getName)
                            .filter(GETTER.asMatchPredicate()))
                            .as(each.getName())
                            .noneMatch(getter -> names.contains(Introspector.decapitalize(getter.replaceFirst("is|get", ""))));
                });
    }

    /** The parts of a capability, as {@code intelligence} and {@code intelligence.index}, may. */
    @ArchTest
    static void capabilitiesDoNotDependOnEachOtherOrOnSources(com.tngtech.archunit.core.domain.JavaClasses classes) {
        for (String capability : CAPABILITIES) {
            noClasses().that().resideInAPackage("dev.caravan." + capability).should().dependOnClassesThat()
                    .resideInAnyPackage(packages(Stream.concat(CAPABILITIES.stream(), SOURCES.stream())
                            .filter(other -> !family(other).equals(family(capability))).toList()))
                    .check(classes);
        }
    }

    /** Which source uses which, {@link RoomRules} has. */
    @ArchTest
    static final ArchRule sourcesDependOnNoCapability = noClasses().that().resideInAnyPackage(packages(SOURCES))
            .should().dependOnClassesThat().resideInAnyPackage(packages(CAPABILITIES));

    /** Each package below {@code database} may use {@code database}, but no other package below it. */
    @ArchTest
    static void databaseFamiliesDoNotDependOnEachOther(com.tngtech.archunit.core.domain.JavaClasses classes) {
        noClasses().that().resideInAPackage("dev.caravan.database").should().dependOnClassesThat()
                .resideInAPackage("dev.caravan.database.*..").check(classes);
        SlicesRuleDefinition.slices().matching("dev.caravan.database.(*)..").should().notDependOnEachOther().check(classes);
    }

    /** Which of these rooms may use which library, {@link RoomRules} has. */
    @ArchTest
    static final ArchRule onlyListedRoomsDependOnHttp = noClasses().that()
            .resideOutsideOfPackages("dev.caravan.http..", "dev.caravan.mcp.http..", "dev.caravan.rest..",
                    "dev.caravan.page..", "dev.caravan.source", "dev.caravan.source.mcp..", "dev.caravan.source.oauth..",
                    "dev.caravan.retrieval", "dev.caravan.command")
            .should().dependOnClassesThat()
            .resideInAnyPackage("io.undertow..", "jakarta.servlet..", "org.springframework.web..", "java.net.http..", "org.apache.hc..");

    /** {@code JsonMappers} decides what numbers, texts, names and depths may be; a reader that is made elsewhere would not. */
    @ArchTest
    static final ArchRule onlyJsonMappersMakesMappers = noClasses().that().resideOutsideOfPackage("dev.caravan.json")
            .should()
            .callCodeUnitWhere(named("<init>|copyWith|builder|enable|disable|configure|rebuild", "com.fasterxml.jackson.core.ObjectCodec",
                    "com.fasterxml.jackson.core.TokenStreamFactory",
                    "com.fasterxml.jackson.core.TSFBuilder", "com.fasterxml.jackson.core.JsonParser",
                    "com.fasterxml.jackson.databind.cfg.MapperBuilder", "org.yaml.snakeyaml.Yaml"));

    /** Other libraries' readers, and why each may. */
    @ArchTest
    static final ArchRule otherReadersAreListed = noClasses()
            // reads what the bean has just written of checked arguments
            .that().doNotHaveFullyQualifiedName("dev.caravan.database.mongo.MongoValues")
            // keys of the configured issuer, of at most 256 KB
            .and().doNotHaveFullyQualifiedName("dev.caravan.security.TokenVerifier$IssuerKeys")
            .and().doNotHaveFullyQualifiedName("dev.caravan.source.oauth.TokenRequests") // the private key in the settings
            .should()
            .callCodeUnitWhere(named("parse.*|fromJson|load.*", "org.bson.Document", "org.bson.BsonDocument",
                    "com.nimbusds.jose.jwk.JWKSet", "com.nimbusds.jose.jwk.JWK",
                    "com.nimbusds.jose.util.JSONObjectUtils", "com.google.gson.Gson", "com.google.gson.JsonParser"));

    /** @param owners or what extends them */
    private static DescribedPredicate<JavaCall<?>> named(String names, String... owners) {
        return DescribedPredicate.describe(names + " of " + String.join(", ", owners),
                call -> call.getName().matches(names) && Arrays.stream(owners).anyMatch(call.getTargetOwner()::isAssignableTo));
    }

    private static String family(String room) {
        return room.split("\\.")[0];
    }

    /** Returns the rooms of all layers above that one. */
    private static List<String> above(String layer) {
        return LAYERS.entrySet().stream().takeWhile(each -> !each.getKey().equals(layer)).flatMap(each -> each.getValue().stream())
                .toList();
    }

    private static String[] packages(List<String> rooms) {
        return rooms.stream().map(room -> room.startsWith("dev.caravan") ? room : "dev.caravan." + room).toArray(String[]::new);
    }
}
