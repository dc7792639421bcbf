package lending.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import lending.model.Author;
import lending.model.Book;
import org.springframework.boot.CommandLineRunner;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What is in the library when it opens: the same each time. */
@Component
class Stock implements CommandLineRunner {
    static final int AUTHORS = 100;
    static final int BOOKS_OF_EACH = 10;
    private static final String[] SUBJECTS = {"art", "cooking", "fiction", "history", "science", "travel"};

    private final Authors authors;
    private final Books books;

    Stock(Authors authors, Books books) {
        this.authors = authors;
        this.books = books;
    }

    @Override
    @Transactional
    public void run(String... args) {
        for (int a = 0; a < AUTHORS; a++) {
            Author author = authors.save(new Author("Author " + a));
            List<Book> written = new ArrayList<>();
            for (int b = 0; b < BOOKS_OF_EACH; b++) {
                Set<String> subjects = Set.of(SUBJECTS[b % SUBJECTS.length], SUBJECTS[(a + b + 1) % SUBJECTS.length] + " for children");
                written.add(new Book("Book " + (char) ('A' + b) + " of " + a, 1900 + a, author, subjects, 1 + b % 3));
            }
            books.saveAll(written);
        }
    }
}
