package compiling;

import java.util.List;

/** @param errors as line, column and text */
record Compiled(List<String> classes, List<String> errors) {
    boolean isGood() {
        return errors.isEmpty();
    }
}
