package lending.store;

import lending.model.Loan;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface Loans extends JpaRepository<Loan, Integer> {
    @Query("select count(l) from Loan l where l.copy.id = ?1 and l.returned = false")
    long countOpen(Integer copyId);
}
