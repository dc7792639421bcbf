package facts;

/** A fact of DroolsRules. */
public class Customer {
    private final String name;
    private final boolean gold;

    public Customer(String name, boolean gold) {
        this.name = name;
        this.gold = gold;
    }

    public String getName() {
        return name;
    }

    public boolean isGold() {
        return gold;
    }
}
