package lending.model;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** One that can be lent. */
@Entity
public class Copy {
    @Id @GeneratedValue private Integer id;
    private String shelf;
    @ManyToOne(fetch = FetchType.LAZY, optional = false) private Book book;

    protected Copy() {}

    Copy(Book book, String shelf) {
        this.book = book;
        this.shelf = shelf;
    }

    public Integer getId() {
        return id;
    }

    public String getShelf() {
        return shelf;
    }

    public Book getBook() {
        return book;
    }
}
