package slugs;

/** Version 2: each word is folded by itself. */
public final class Slug {
    private Slug() {}

    public static String of(String text) {
        StringBuilder slug = new StringBuilder();
        for (String word : text.split(" ")) append(slug, folded(word));
        return slug.toString();
    }

    static void append(StringBuilder slug, String word) {
        if (slug.length() > 0) slug.append('-');
        slug.append(word);
    }

    static String folded(String text) {
        return text.toLowerCase();
    }
}
