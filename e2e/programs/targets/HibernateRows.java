import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;

/** Hibernate is set up on a database in memory; rows are written, changed and queried. */
public class HibernateRows {
    private static final int AUTHORS = 10;
    private static final int BOOKS = 10;

    @Entity(name = "Author")
    public static class Author {
        @Id @GeneratedValue Long id;
        String name;
    }

    @Entity(name = "Book")
    public static class Book {
        @Id @GeneratedValue Long id;
        String title;
        int pages;
        @ManyToOne Author author;
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() {
        Configuration configuration = new Configuration()
            .addAnnotatedClass(Author.class)
            .addAnnotatedClass(Book.class)
            .setProperty("hibernate.connection.url", "jdbc:h2:mem:books;DB_CLOSE_DELAY=-1")
            .setProperty("hibernate.hbm2ddl.auto", "create-drop");
        try (SessionFactory factory = configuration.buildSessionFactory()) {
            factory.inTransaction(session -> {
                for (int a = 0; a < AUTHORS; a++) {
                    Author author = new Author();
                    author.name = "author " + a;
                    session.persist(author);
                    for (int b = 0; b < BOOKS; b++) {
                        Book book = new Book();
                        book.title = "book " + b;
                        book.pages = 100 * a + b;
                        book.author = author;
                        session.persist(book);
                    }
                }
            });
            return factory.fromTransaction(session -> {
                Long large = session.createQuery("select count(b) from Book b where b.pages > 500", Long.class).getSingleResult();
                Long pages = session.createQuery("select sum(b.pages) from Book b join b.author a where a.name like '%3'", Long.class).getSingleResult();
                for (Book book : session.createQuery("from Book b order by b.pages", Book.class).setMaxResults(20).getResultList()) book.pages++;
                return large + " " + pages;
            });
        }
    }
}
