package lending.store;

import lending.model.Author;
import org.springframework.data.jpa.repository.JpaRepository;

public interface Authors extends JpaRepository<Author, Integer> {}
