package lending.store;

import lending.model.Copy;
import org.springframework.data.jpa.repository.JpaRepository;

public interface Copies extends JpaRepository<Copy, Integer> {}
