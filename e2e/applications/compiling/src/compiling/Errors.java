package compiling;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSeverity;
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSourceLocation;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;

/** Of what the compiler says, the errors. */
class Errors implements MessageCollector {
    final List<String> lines = new ArrayList<>();

    @Override
    public void clear() {
        lines.clear();
    }

    @Override
    public boolean hasErrors() {
        return !lines.isEmpty();
    }

    @Override
    public void report(CompilerMessageSeverity severity, String text, CompilerMessageSourceLocation at) {
        if (severity.isError()) lines.add(at == null ? text : at.getLine() + ":" + at.getColumn() + " " + text);
    }
}
