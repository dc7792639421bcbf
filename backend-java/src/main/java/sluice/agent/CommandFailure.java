package sluice.agent;

/** A command that cannot be done; the message is a sentence for the user. */
final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1;

    final int code;

    CommandFailure(int code, String message) {
        super(message);
        this.code = code;
    }
}
