package dev.caravan.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class SubscribedResourcesTest {

    @Test
    void aCallerWithManySubscriptionsLeavesTheFirstPlacesToOthers() {
        Set<String> many = IntStream.range(0, 5_000).mapToObj("db:///a/%d"::formatted).collect(Collectors.toSet());
        SubscribedResources.Holder sessions = () -> Map.of("greedy", many, "ann", Set.of("db:///z/1", "db:///z/2"));
        SubscribedResources.Holder streams = () -> Map.of("bob", Set.of("db:///z/3"), SubscribedResources.NOBODY, Set.of());
        StaticListableBeanFactory beans = new StaticListableBeanFactory(Map.of("sessions", sessions, "streams", streams));

        Set<String> uris = new SubscribedResources(beans.getBeanProvider(SubscribedResources.Holder.class)).uris();

        assertThat(uris).hasSize(5_003);
        assertThat(List.copyOf(uris).subList(0, 10)).contains("db:///z/1", "db:///z/2", "db:///z/3");
    }
}
