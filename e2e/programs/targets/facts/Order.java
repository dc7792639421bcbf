package facts;

/** A fact of DroolsRules. */
public class Order {
    private final String customer;
    private final int total;

    public Order(String customer, int total) {
        this.customer = customer;
        this.total = total;
    }

    public String getCustomer() {
        return customer;
    }

    public int getTotal() {
        return total;
    }
}
