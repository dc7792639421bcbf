package lending.model;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.time.LocalDate;

@Entity
public class Loan {
    private static final int DAYS = 28;

    @Id @GeneratedValue private Integer id;
    @ManyToOne(fetch = FetchType.LAZY, optional = false) private Copy copy;
    private String member;
    private LocalDate due;
    private boolean returned;

    protected Loan() {}

    public Loan(Copy copy, String member, LocalDate from) {
        this.copy = copy;
        this.member = member;
        this.due = from.plusDays(DAYS);
    }

    public Integer getId() {
        return id;
    }

    public Copy getCopy() {
        return copy;
    }

    public String getMember() {
        return member;
    }

    public LocalDate getDue() {
        return due;
    }

    public void giveBack() {
        returned = true;
    }
}
