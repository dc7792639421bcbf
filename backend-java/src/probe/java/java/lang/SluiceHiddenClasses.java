package java.lang;

/** Where java.lang.invoke tells of the classes that the program defines hidden: no transformer is given them, nor may change them. */
public abstract class SluiceHiddenClasses {
    /** The agent's; null = nobody wants to know. */
    public static volatile SluiceHiddenClasses listener;

    /** Lookup.defineHiddenClass begins, on any thread. @param classFile as the program gave it: perhaps null, or no class file */
    public static void defining(byte[] classFile) {
        SluiceHiddenClasses told = listener;
        if (told != null && classFile != null) told.tell(classFile);
    }

    /** Throws nothing. */
    public abstract void tell(byte[] classFile);
}
