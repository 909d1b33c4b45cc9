package dev.caravan.embedded;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The five diseases of {@link EmbeddedMedical}, with invented drugs. The results are examples, not medicine. */
enum EmbeddedMedicalDisease {
    HYPERTENSION("高血压", "Hypertension", 30, List.of("减少食盐", "每天步行", "记录早晚血压", "复查眼底"),
            List.of(new Drug("demopril", 0.2), new Drug("samplodipine", 0.1), new Drug("exampliazide", 0.3))),
    DIABETES("2型糖尿病", "Type 2 diabetes", 28, List.of("控制主食", "餐后散步", "记录空腹血糖", "检查足部"),
            List.of(new Drug("demoformin", 8), new Drug("samplizide", 1.5), new Drug("examplutide", 0.05))),
    ASTHMA("哮喘", "Asthma", 21, List.of("避开诱因", "练习呼吸", "记录峰流速", "制定应急计划"),
            List.of(new Drug("demoterol", 0.02), new Drug("samplasone", 0.04), new Drug("examplukast", 0.15))),
    MIGRAINE("偏头痛", "Migraine", 42, List.of("规律作息", "减少屏幕时间", "记录头痛日记", "识别诱发食物"),
            List.of(new Drug("demotriptan", 0.8), new Drug("samplopranol", 1), new Drug("examplimab", 0.9))),
    RHINITIS("过敏性鼻炎", "Allergic rhinitis", 60, List.of("清洗床品", "盐水洗鼻", "关注花粉预报", "检查过敏原"),
            List.of(new Drug("demoratadine", 0.15), new Drug("samplonide", 0.01), new Drug("examplelast", 0.2)));

    static final String NOTICE = "示例数据，不是医疗建议 / Example data, not medical advice";

    private static final int ADULT = 18;
    private static final int OLD = 65;

    private final String chinese;
    private final String english;
    private final int daysBetweenVisits;
    private final List<String> measures;
    private final List<Drug> drugs;

    EmbeddedMedicalDisease(String chinese, String english, int daysBetweenVisits, List<String> measures, List<Drug> drugs) {
        this.chinese = chinese;
        this.english = english;
        this.daysBetweenVisits = daysBetweenVisits;
        this.measures = measures;
        this.drugs = drugs;
    }

    private record Drug(String name, double unitsPerKilogram) {
    }

    /** A higher severity means more drugs and more visits. */
    enum Severity {
        MILD, MODERATE, SEVERE;

        static Severity of(String name) {
            return valueOf(name.toUpperCase(Locale.ROOT));
        }

        int level() {
            return ordinal() + 1;
        }
    }

    /** The patient of a plan; age and weight may be null. */
    record Patient(Integer age, Double weight, List<String> allergies) {

        double weightOrUsual() {
            if (weight != null) {
                return weight;
            }
            return age == null || age >= ADULT ? 65 : 4 + 3.3 * age;
        }

        boolean needsCare() {
            return age != null && (age < ADULT || age >= OLD);
        }

        boolean isAllergicTo(String substance) {
            return allergies.stream().anyMatch(substance::equalsIgnoreCase);
        }
    }

    String id() {
        return String.format(Locale.ROOT, "disease_%06d", ordinal() + 1);
    }

    static Optional<EmbeddedMedicalDisease> of(String id) {
        return Arrays.stream(values()).filter(disease -> disease.id().equals(id)).findFirst();
    }

    String name(String language) {
        return language.equals("en") ? english : chinese;
    }

    /** Returns {@code {disease_id, name, name_en}}. */
    Map<String, Object> described() {
        Map<String, Object> disease = new LinkedHashMap<>();
        disease.put("disease_id", id());
        disease.put("name", chinese);
        disease.put("name_en", english);
        return disease;
    }

    /** Returns {@code {disease, severity, measures, drugs?, follow_up_days, warnings, notice}}. */
    Map<String, Object> plan(Patient patient, Severity severity, boolean withDrugs) {
        List<String> warnings = new ArrayList<>();
        Map<String, Object> plan = new LinkedHashMap<>();
        plan.put("disease", described());
        plan.put("severity", severity.name().toLowerCase(Locale.ROOT));
        plan.put("measures", measures.subList(0, severity.level() + 1));
        if (withDrugs) {
            plan.put("drugs", drugs(patient, severity, warnings));
        }
        plan.put("follow_up_days", daysBetweenVisits / severity.level() / (patient.needsCare() ? 2 : 1));
        plan.put("warnings", warnings);
        plan.put("notice", NOTICE);
        return plan;
    }

    private List<Map<String, Object>> drugs(Patient patient, Severity severity, List<String> warnings) {
        if (patient.weight() == null) {
            warnings.add("体重按年龄估计");
        }
        double share = patient.needsCare() ? 0.5 : 1;
        List<Map<String, Object>> chosen = new ArrayList<>();
        for (Drug drug : drugs.subList(0, severity.level())) {
            if (patient.isAllergicTo(drug.name())) {
                warnings.add("因过敏不用 " + drug.name());
            } else {
                Map<String, Object> dose = new LinkedHashMap<>();
                dose.put("name", drug.name());
                dose.put("daily_units", Math.round(drug.unitsPerKilogram() * patient.weightOrUsual() * share * 10) / 10.0);
                chosen.add(dose);
            }
        }
        return chosen;
    }
}
