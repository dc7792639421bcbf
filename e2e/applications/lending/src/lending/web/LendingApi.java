package lending.web;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import lending.model.Book;
import lending.model.Copy;
import lending.model.Loan;
import lending.service.Catalog;
import lending.service.Lending;
import lending.service.Usage;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The answers for programs, as JSON. */
@RestController
class LendingApi {
    record BookAnswer(int id, String title, String author, Set<String> subjects, List<Integer> copies) {
        static BookAnswer of(Book book) {
            List<Integer> copies = book.getCopies().stream().map(Copy::getId).sorted().toList();
            return new BookAnswer(book.getId(), book.getTitle(), book.getAuthor().getName(), book.getSubjects(), copies);
        }
    }

    record LoanRequest(@Min(1) int copy, @NotBlank @Email String member) {}

    record LoanAnswer(int id, String title, String member, LocalDate due) {
        static LoanAnswer of(Loan loan) {
            return new LoanAnswer(loan.getId(), loan.getCopy().getBook().getTitle(), loan.getMember(), loan.getDue());
        }
    }

    private final Catalog catalog;
    private final Lending lending;
    private final Usage usage;

    LendingApi(Catalog catalog, Lending lending, Usage usage) {
        this.catalog = catalog;
        this.lending = lending;
        this.usage = usage;
    }

    @GetMapping("/api/books/{id}")
    BookAnswer book(@PathVariable int id) {
        return BookAnswer.of(catalog.book(id));
    }

    @PostMapping("/api/loans")
    @ResponseStatus(HttpStatus.CREATED)
    LoanAnswer lend(@Valid @RequestBody LoanRequest wanted) {
        return LoanAnswer.of(lending.lend(wanted.copy(), wanted.member()));
    }

    @DeleteMapping("/api/loans/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void giveBack(@PathVariable int id) {
        lending.giveBack(id);
    }

    @GetMapping("/api/usage")
    Map<String, LongAdder> usage() {
        return usage.calls();
    }

    @ExceptionHandler(NoSuchElementException.class)
    @ResponseStatus(HttpStatus.NOT_FOUND)
    Map<String, String> notFound(NoSuchElementException e) {
        return Map.of("error", e.getMessage());
    }

    @ExceptionHandler(IllegalStateException.class)
    @ResponseStatus(HttpStatus.CONFLICT)
    Map<String, String> conflict(IllegalStateException e) {
        return Map.of("error", e.getMessage());
    }
}
