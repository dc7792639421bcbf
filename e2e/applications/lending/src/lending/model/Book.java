package lending.model;

import jakarta.persistence.CascadeType;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

@Entity
public class Book {
    @Id @GeneratedValue private Integer id;
    private String title;
    private int published;
    @ManyToOne(fetch = FetchType.LAZY, optional = false) private Author author;
    @ElementCollection private Set<String> subjects = new TreeSet<>();

    @OneToMany(mappedBy = "book", cascade = CascadeType.ALL)
    private List<Copy> copies = new ArrayList<>();

    protected Book() {}

    public Book(String title, int published, Author author, Set<String> subjects, int copies) {
        this.title = title;
        this.published = published;
        this.author = author;
        this.subjects.addAll(subjects);
        for (int i = 0; i < copies; i++) this.copies.add(new Copy(this, "shelf " + (published + i) % 40));
    }

    public Integer getId() {
        return id;
    }

    public String getTitle() {
        return title;
    }

    public int getPublished() {
        return published;
    }

    public Author getAuthor() {
        return author;
    }

    public Set<String> getSubjects() {
        return subjects;
    }

    public List<Copy> getCopies() {
        return copies;
    }
}
