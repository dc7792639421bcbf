import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.LexerInterpreter;
import org.antlr.v4.runtime.ParserInterpreter;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.tool.Grammar;

/** A grammar is read and analysed, then interpreted on an input: deep recursion, automata, prediction. */
public class AntlrExpressions {
    private static final String GRAMMAR = String.join("\n",
        "grammar Expr;",
        "prog : stat+ ;",
        "stat : ID '=' expr ';' | expr ';' ;",
        "expr : expr ('*'|'/') expr | expr ('+'|'-') expr | '(' expr ')' | call | ID | INT ;",
        "call : ID '(' (expr (',' expr)*)? ')' ;",
        "ID : [a-z]+ ; INT : [0-9]+ ; WS : [ \\n]+ -> skip ;");

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        Grammar grammar = new Grammar(GRAMMAR);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 15; i++) text.append("a = f(b, ").append(i).append(" + c * (d - 2)) / g();\n").append("a + b * c - (d);\n");
        LexerInterpreter lexer = grammar.createLexerInterpreter(CharStreams.fromString(text.toString()));
        ParserInterpreter parser = grammar.createParserInterpreter(new CommonTokenStream(lexer));
        ParseTree tree = parser.parse(grammar.getRule("prog").index);
        return parser.getNumberOfSyntaxErrors() + " " + tree.toStringTree(parser).length();
    }
}
