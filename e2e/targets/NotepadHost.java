import java.awt.Component;
import java.awt.Container;
import java.awt.Frame;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import javax.swing.JButton;
import javax.swing.SwingUtilities;

/**
 * OpenJDK's Notepad demo, from the jar that the property notepad names, in this JVM. "run" presses its button New, in the
 * event thread, and waits until all events that follow are done.
 */
public class NotepadHost {
    public static void main(String[] args) throws Exception {
        URL jar = Paths.get(System.getProperty("notepad")).toUri().toURL();
        Class<?> notepad = Class.forName("Notepad", true, new URLClassLoader(new URL[] {jar}));
        notepad.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        JButton button = awaitButton("Create a new file");
        Target.serve(args, () -> press(button));
    }

    private static void press(JButton button) throws InterruptedException, InvocationTargetException {
        SwingUtilities.invokeAndWait(button::doClick);
        SwingUtilities.invokeAndWait(() -> {});
    }

    private static JButton awaitButton(String toolTip) throws Exception {
        while (true) {
            JButton[] found = new JButton[1];
            SwingUtilities.invokeAndWait(() -> {
                for (Frame frame : Frame.getFrames()) {
                    if (frame.isShowing()) found[0] = find(frame, toolTip);
                }
            });
            if (found[0] != null) return found[0];
            Thread.sleep(20);
        }
    }

    private static JButton find(Container container, String toolTip) {
        for (Component child : container.getComponents()) {
            if (child instanceof JButton && toolTip.equals(((JButton) child).getToolTipText())) return (JButton) child;
            JButton below = child instanceof Container ? find((Container) child, toolTip) : null;
            if (below != null) return below;
        }
        return null;
    }
}
