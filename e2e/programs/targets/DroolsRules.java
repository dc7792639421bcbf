import java.util.ArrayList;
import java.util.List;
import org.drools.model.codegen.ExecutableModelProject;
import org.kie.api.KieServices;
import org.kie.api.builder.KieBuilder;
import org.kie.api.builder.KieFileSystem;
import org.kie.api.builder.Message;
import org.kie.api.runtime.KieSession;

/** Rules are parsed, compiled to classes and fired: a network of joins, generated lambdas, a compiler in memory. */
public class DroolsRules {
    private static final String RULES = String.join("\n",
        "package rules;",
        "import facts.Order;",
        "import facts.Customer;",
        "global java.util.List found;",
        "rule large when $o : Order(total > 50, $c : customer) Customer(name == $c, gold == false) then found.add($o.getCustomer()); end",
        "rule pair when $a : Order($c : customer, $t : total) $b : Order(customer == $c, total == $t + 40) then found.add(\"pair \" + $t); end");

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() {
        KieServices services = KieServices.Factory.get();
        KieFileSystem files = services.newKieFileSystem();
        files.write("src/main/resources/rules/rules.drl", RULES);
        KieBuilder builder = services.newKieBuilder(files).buildAll(ExecutableModelProject.class);
        if (builder.getResults().hasMessages(Message.Level.ERROR)) return builder.getResults().toString();
        List<String> found = new ArrayList<>();
        KieSession session = services.newKieContainer(services.getRepository().getDefaultReleaseId()).newKieSession();
        session.setGlobal("found", found);
        for (int c = 0; c < 5; c++) session.insert(new facts.Customer("c" + c, c % 2 == 0));
        for (int o = 0; o < 20; o++) session.insert(new facts.Order("c" + o % 5, o * 8));
        int fired = session.fireAllRules();
        session.dispose();
        found.sort(null);
        return fired + " " + found;
    }
}
