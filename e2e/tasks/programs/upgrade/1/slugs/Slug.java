package slugs;

/** Version 1: the text is folded once. */
public final class Slug {
    private Slug() {}

    public static String of(String text) {
        StringBuilder slug = new StringBuilder();
        for (String word : folded(text).split(" ")) append(slug, word);
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
