import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;

/** Records whose components have annotations for the class file alone, which JDK 17 counts and does not hand out. */
public class ComponentAnnotations {
    @Retention(RetentionPolicy.CLASS)
    @java.lang.annotation.Target(ElementType.TYPE_USE)
    @interface OfType {}

    @Retention(RetentionPolicy.CLASS)
    @java.lang.annotation.Target({ElementType.RECORD_COMPONENT, ElementType.METHOD})
    @interface OfComponent {}

    @Retention(RetentionPolicy.RUNTIME)
    @java.lang.annotation.Target({ElementType.RECORD_COMPONENT, ElementType.TYPE_USE})
    @interface Kept {
        String value();
    }

    record Typed(@OfType String text, int number) {}

    /** Each component has less in the class file than is counted for it, but the last. */
    record Mixed<T>(@OfComponent T Signature, @Kept("a") @OfComponent List<@OfType T> list, @Kept("b") int last) {
        int both() {
            return list().size() + last();
        }
    }

    record Plain(int number) {}

    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, ComponentAnnotations::root);
    }

    static void root() {
        for (int i = 0; i < 1000; i++) {
            sum += new Typed("text", i).number();
            sum += new Mixed<>("a", List.of("b"), i).both();
            sum += new Plain(i).number();
        }
    }
}
