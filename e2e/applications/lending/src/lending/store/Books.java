package lending.store;

import java.util.List;
import java.util.Optional;
import lending.model.Book;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface Books extends JpaRepository<Book, Integer> {
    /** Authors, subjects and copies are fetched one by one: as in many an application. */
    Page<Book> findByTitleStartingWithOrderByTitle(String title, Pageable page);

    @EntityGraph(attributePaths = {"author", "copies"})
    Optional<Book> findWithCopiesById(Integer id);

    @Query("select s, count(b) from Book b join b.subjects s group by s order by s")
    List<Object[]> countBySubject();
}
