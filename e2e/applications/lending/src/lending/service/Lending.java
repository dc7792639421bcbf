package lending.service;

import java.time.LocalDate;
import lending.model.Copy;
import lending.model.Loan;
import lending.store.Copies;
import lending.store.Loans;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
@Transactional
public class Lending {
    private final Copies copies;
    private final Loans loans;

    Lending(Copies copies, Loans loans) {
        this.copies = copies;
        this.loans = loans;
    }

    /** @throws IllegalStateException somebody has the copy; the transaction is rolled back */
    public Loan lend(int copyId, String member) {
        Copy copy = copies.findById(copyId).orElseThrow();
        Loan loan = loans.save(new Loan(copy, member, LocalDate.of(2020, 1, 1)));
        if (loans.countOpen(copyId) > 1) throw new IllegalStateException("copy " + copyId + " is lent");
        return loan;
    }

    public void giveBack(int loanId) {
        loans.findById(loanId).orElseThrow().giveBack();
    }
}
