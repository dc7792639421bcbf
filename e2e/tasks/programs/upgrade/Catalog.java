package catalog;

import slugs.Slug;

/** Makes the addresses of 300 books, of four words each, by a library. */
public class Catalog {
    static int length;

    public static void main(String[] args) {
        for (int book = 0; book < 300; book++) length += Slug.of("The Book of " + book).length();
    }
}
