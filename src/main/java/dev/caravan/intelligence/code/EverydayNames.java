package dev.caravan.intelligence.code;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/** Methods of types that every program in a language uses. A call of such a method on an unknown receiver most likely leaves the workspace. */
final class EverydayNames {

    private static final Set<String> JAVA = names("""
            accept add addAll addFirst addLast allMatch and andThen anyMatch append apply applyAsInt array asList await build cancel cast charAt clear
            clone close collect compare compareAndSet compareTo complete compose computeIfAbsent concat contains containsKey containsValue copyOf count
            countDown debug decrementAndGet delete distinct endsWith entrySet equals equalsIgnoreCase error execute exists filter find findAny findFirst
            first flatMap flush forEach format from get getAndIncrement getAndSet getBytes getClass getFirst getKey getLast getMessage getName
            getOrDefault getValue group hasNext hashCode ifPresent incrementAndGet indexOf info insert intValue interrupt isBlank isDone isEmpty
            isPresent iterator join keySet last lastIndexOf length limit lines list lock log longValue map mapToInt mapToObj match
            matcher matches max merge min name next noneMatch notify notifyAll of offer orElse orElseGet orElseThrow ordinal parallel parse peek poll
            pop println push put putAll putIfAbsent read readLine reduce release remove removeAll removeIf repeat replace replaceAll reset resolve
            retainAll reverse reversed run set shutdown size skip sort sorted split start startsWith stop stream strip subList subSequence
            submit substring sum supply tail take test thenApply thenComparing toArray toList toLowerCase toMap toSet toString toUpperCase trace trim
            tryLock unlock update value valueOf values wait warn write""");

    private static final Set<String> PYTHON = names("""
            acquire add all any append appendleft capitalize clear close copy count dates debug decode delete difference discard encode endswith error
            exception execute exists extend fetchall fetchone filter find first flush format fromkeys get group groupdict index info insert intersection
            isalpha isdigit isoformat items join keys last log lower lstrip map match next open order_by pop popitem popleft put read readline readlines
            release remove replace reset result reverse rstrip run search seek send set setdefault sort split splitlines start startswith stop strip sub
            submit sum title union update upper values wait warning write zfill""");

    private static final Set<String> SCRIPT = names("""
            abort add addEventListener all any append appendChild apply assign at bind call catch charAt clear click clone close concat create debug
            delete dispatch emit end endsWith entries error every exec fetch fill filter finally find findIndex findLast first flat flatMap focus
            forEach format from get getItem getTime has hasOwnProperty includes indexOf info insert isArray item join json keys last lastIndexOf listen
            log map match next off on once open padEnd padStart parse pipe pop post push put query race read reduce reject remove removeEventListener
            removeItem render repeat replace replaceAll reset resolve reverse round run save search send set setAttribute setItem shift slice some sort
            splice split start startsWith status stop stringify subscribe substring test text then toFixed toISOString toLowerCase toString toUpperCase
            trim unshift unsubscribe update use value values warn write""");

    private static final Set<String> GO = names("""
            Add Background Bytes Cancel Close Context Copy Decode Delete Do Done Encode Err Error Errorf Exec Fatal Fatalf Flush Format Get Header Info
            Int Is Len Less Load Lock Log Logf Marshal Name New Next Now Parse Print Printf Println Push Query QueryRow RLock RUnlock Read Reset Rows
            Run Scan Send Set Size Sprintf Start Stop Store String Sub Sum Swap Unlock Unmarshal Unwrap Update Value Wait Warn Write WriteHeader
            WriteString""");

    /** For the languages whose imports are not read. */
    private static final Set<String> OTHERS = names("""
            Add AddRange Any Append Clear Clone Close Contains ContainsKey Copy Count Create Delete Dispose Equals First Format Get GetHashCode GetType Insert
            Invoke Join Last Length Max Min Open Parse Read Remove Replace Reset Run Select Send Set Sort Split Start Stop Sum ToArray ToList ToString Trim
            TryGetValue Update Where Write WriteLine add all any append apply as_ref as_str assign at begin c_str call clear clone close collect compare
            contains copy count create data delete each empty emplace_back end entries equals erase execute exists expect fetch filter find first flatMap
            flush fold forEach format front get getOrDefault getOrNull hash include? insert into invoke is_empty is_none is_some isEmpty iter join key? keys
            last len length let list load lock map match max merge min name new next ok open parse pop print prepare push push_back put query read reduce
            reject remove replace reset reverse run save select send set size sort split start stop str strip sub sum swap take to_a to_h to_i to_owned to_s
            to_string to_sym toList toMap toString trim unlock unwrap update use value values wait write""");

    private static final Map<Language, Set<String>> ALL = Map.of(Language.JAVA, JAVA, Language.PYTHON, PYTHON, Language.JAVASCRIPT, SCRIPT,
            Language.TYPESCRIPT, SCRIPT,
            Language.GO, GO);

    private EverydayNames() {
    }

    static boolean contains(Language language, String name) {
        return ALL.getOrDefault(language, OTHERS).contains(name);
    }

    private static Set<String> names(String text) {
        return Set.copyOf(Arrays.asList(text.split("\\s+")));
    }
}
