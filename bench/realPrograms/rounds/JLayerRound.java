import javazoom.jl.converter.Converter;

/** JLayer as a library, {@code tone.mp3 out.wav}: its own main ends the JVM. */
public final class JLayerRound {
    public static void main(String[] args) throws Exception {
        new Converter().convert(args[0], args[1]);
    }
}
