package dev.caravan;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

@AnalyzeClasses(packages = "dev.caravan", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String[] CAPABILITIES = {"document", "graph", "database", "chart", "web", "recall", "catalogue",
        "context", "search", "intelligence", "openapi", "upstream"};

    @ArchTest
    static final ArchRule protocolDependsOnNoTool = noClasses().that().resideInAPackage("dev.caravan.mcp..")
            .should().dependOnClassesThat().resideInAnyPackage(others("mcp", true));

    @ArchTest
    static final ArchRule sharedCodeDependsOnNoToolResourceOrPrompt = noClasses().that().resideInAPackage("dev.caravan.call..")
            .should().dependOnClassesThat().resideInAnyPackage("dev.caravan.tool..", "dev.caravan.resource..", "dev.caravan.prompt..", "dev.caravan.completion..");

    @ArchTest
    static final ArchRule resourcesDependOnNoToolOrPrompt = noClasses().that().resideInAPackage("dev.caravan.resource..")
            .should().dependOnClassesThat().resideInAnyPackage("dev.caravan.tool..", "dev.caravan.prompt..");

    @ArchTest
    static final ArchRule promptsDependOnNoToolOrResource = noClasses().that().resideInAPackage("dev.caravan.prompt..")
            .should().dependOnClassesThat().resideInAnyPackage("dev.caravan.tool..", "dev.caravan.resource..");

    @ArchTest
    static final ArchRule completionDependsOnNothingItCompletes = noClasses().that().resideInAPackage("dev.caravan.completion..")
            .should().dependOnClassesThat().resideInAnyPackage("dev.caravan.tool..", "dev.caravan.resource..", "dev.caravan.prompt..");

    @ArchTest
    static void everySimpleNameIsUnique(com.tngtech.archunit.core.domain.JavaClasses classes) {
        Map<String, List<String>> names = classes.stream().filter(JavaClass::isTopLevelClass).filter(each -> !each.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getSimpleName, Collectors.mapping(JavaClass::getName, Collectors.toList())));
        assertThat(names).isNotEmpty().allSatisfy((name, full) -> assertThat(full).hasSize(1));
    }

    @ArchTest
    static void capabilitiesDoNotDependOnEachOther(com.tngtech.archunit.core.domain.JavaClasses classes) {
        for (String capability : CAPABILITIES) {
            noClasses().that().resideInAPackage("dev.caravan." + capability + "..")
                    .should().dependOnClassesThat().resideInAnyPackage(others(capability, false))
                    .allowEmptyShould(true).check(classes);
        }
    }

    /** Each package below {@code database} may use {@code database}, but no other package below it. */
    @ArchTest
    static void databaseFamiliesDoNotDependOnEachOther(com.tngtech.archunit.core.domain.JavaClasses classes) {
        noClasses().that().resideInAPackage("dev.caravan.database").should().dependOnClassesThat().resideInAPackage("dev.caravan.database.*..").check(classes);
        SlicesRuleDefinition.slices().matching("dev.caravan.database.(*)..").should().notDependOnEachOther().check(classes);
    }

    /** Which of these rooms may use which library, {@link RoomsTest} has. */
    @ArchTest
    static final ArchRule onlyListedRoomsDependOnHttp = noClasses().that().resideOutsideOfPackages("dev.caravan.http..", "dev.caravan.mcp.http..", "dev.caravan.rest..",
                    "dev.caravan.page..", "dev.caravan.upstream..", "dev.caravan.oauth..")
            .should().dependOnClassesThat().resideInAnyPackage("io.undertow..", "jakarta.servlet..", "org.springframework.web..", "java.net.http..", "org.apache.hc..");

    /** {@code JsonMappers} decides what numbers, texts, names and depths may be; a reader that is made elsewhere would not. */
    @ArchTest
    static final ArchRule onlyJsonMappersMakesMappers = noClasses().that().resideOutsideOfPackage("dev.caravan.json")
            .should().callCodeUnitWhere(named("<init>|copyWith|builder|enable|disable|configure|rebuild", "com.fasterxml.jackson.core.ObjectCodec", "com.fasterxml.jackson.core.TokenStreamFactory",
                    "com.fasterxml.jackson.core.TSFBuilder", "com.fasterxml.jackson.core.JsonParser", "com.fasterxml.jackson.databind.cfg.MapperBuilder", "org.yaml.snakeyaml.Yaml"));

    /** Other libraries' readers, and why each may. */
    @ArchTest
    static final ArchRule otherReadersAreListed = noClasses()
            .that().doNotHaveFullyQualifiedName("dev.caravan.database.mongo.MongoPipeline") // reads what the bean has just written of checked arguments
            .and().doNotHaveFullyQualifiedName("dev.caravan.security.IssuerKeys") // keys of the configured issuer, of at most 256 KB
            .and().doNotHaveFullyQualifiedName("dev.caravan.oauth.TokenRequests") // the private key in the settings
            .should().callCodeUnitWhere(named("parse.*|fromJson|load.*", "org.bson.Document", "org.bson.BsonDocument", "com.nimbusds.jose.jwk.JWKSet", "com.nimbusds.jose.jwk.JWK",
                    "com.nimbusds.jose.util.JSONObjectUtils", "com.google.gson.Gson", "com.google.gson.JsonParser"));

    /** @param owners or what extends them */
    private static DescribedPredicate<JavaCall<?>> named(String names, String... owners) {
        return DescribedPredicate.describe(names + " of " + String.join(", ", owners),
                call -> call.getName().matches(names) && Arrays.stream(owners).anyMatch(call.getTargetOwner()::isAssignableTo));
    }

    private static String[] others(String own, boolean withTools) {
        return java.util.stream.Stream.concat(java.util.Arrays.stream(CAPABILITIES),
                        withTools ? java.util.stream.Stream.of("tool", "resource", "prompt", "completion", "call", "envelope") : java.util.stream.Stream.empty())
                .filter(name -> !name.equals(own)).map(name -> "dev.caravan." + name + "..").toArray(String[]::new);
    }
}
