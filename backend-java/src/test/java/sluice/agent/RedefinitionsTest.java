package sluice.agent;

public final class RedefinitionsTest {
    private static final byte[] OLD = {1, 2, 3};
    private static final byte[] NEW = {1, 2, 4};
    private static final byte[] NEWER = {9};

    private final Redefinitions redefinitions = new Redefinitions();

    public void code_from_before_a_redefinition_gives_way_to_the_last_one() {
        Check.that(redefinitions.ours(5, OLD) == OLD, "nothing is redefined");
        Check.that(redefinitions.others(5, NEW) == NEW, "a debugger gives its code");
        Check.that(redefinitions.ours(5, OLD.clone()) == NEW, "the JVM has forgotten it");
        redefinitions.others(5, NEWER);
        Check.that(redefinitions.ours(5, OLD.clone()) == NEWER, "the JVM goes back to the first");
        Check.that(redefinitions.ours(6, OLD) == OLD, "another class has nothing to do with it");
    }

    public void a_class_that_is_redefined_back_is_what_it_was() {
        redefinitions.ours(5, OLD);
        redefinitions.others(5, NEW);
        redefinitions.others(5, OLD.clone());
        Check.that(redefinitions.ours(5, OLD) == OLD, "it has its own code");
    }

    public void a_JVM_that_remembers_is_believed() {
        redefinitions.ours(5, OLD);
        redefinitions.others(5, NEW);
        byte[] handed = NEW.clone();
        Check.that(redefinitions.ours(5, handed) == handed, "what it hands out is the present code");
    }

    public void a_class_that_was_never_handed_out_has_no_code_from_before() {
        redefinitions.others(5, NEW);
        Check.that(redefinitions.ours(5, OLD) == OLD, "nobody has seen it");
    }
}
