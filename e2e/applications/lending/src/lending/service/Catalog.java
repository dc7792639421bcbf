package lending.service;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import lending.model.Book;
import lending.store.Books;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
@Transactional(readOnly = true)
public class Catalog {
    private static final int PAGE_SIZE = 20;

    private final Books books;

    Catalog(Books books) {
        this.books = books;
    }

    /** @param page from 0 */
    public Page<Book> find(String title, int page) {
        return books.findByTitleStartingWithOrderByTitle(title, PageRequest.of(page, PAGE_SIZE));
    }

    public Book book(int id) {
        return books.findWithCopiesById(id).orElseThrow(() -> new NoSuchElementException("book " + id));
    }

    @Cacheable("subjects")
    public Map<String, Long> subjects() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Object[] row : books.countBySubject()) counts.put((String) row[0], (Long) row[1]);
        return counts;
    }
}
