package sluice.agent;

import java.io.IOException;

/** The tool sent what the contract does not allow. The session ends; the message says what was found where. */
final class ProtocolException extends IOException {
    private static final long serialVersionUID = 1;

    ProtocolException(String message) {
        super(message);
    }
}
