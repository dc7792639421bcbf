package sluice.agent;

import java.io.IOException;

/** A byte stream to the tool. One thread reads, one writes, any may close. */
abstract class Transport {
    /** Dials unix:PATH or tcp:127.0.0.1:PORT. */
    static Transport dial(String address) throws IOException {
        if (address.startsWith("unix:")) {
            return new ChannelTransport(UnixSocket.connect(address.substring("unix:".length())));
        }
        String loopback = "tcp:127.0.0.1:";
        if (address.startsWith(loopback)) {
            return ChannelTransport.tcp(portOf(address.substring(loopback.length())));
        }
        throw new IOException("the session file names no socket that an agent may dial");
    }

    /** @return the number of bytes read, at least 1; -1 at the end */
    abstract int read(byte[] target, int from, int count) throws IOException;

    /** Writes all of it. */
    abstract void write(byte[] source) throws IOException;

    /** From the next read on, who waits for bytes does so in Java, looking every millisecond, and not in a system call. */
    abstract void poll();

    /** A blocked read ends as at the end of the stream. What is written still goes. */
    abstract void shutdownInput();

    /** A blocked read or write ends with an IOException. */
    abstract void close();

    /** @throws ProtocolException when the stream ends before `count` bytes */
    final void readFully(byte[] target, int count) throws IOException {
        for (int done = 0; done < count; ) {
            int read = read(target, done, count - done);
            if (read < 0) {
                throw new ProtocolException("the tool closed the connection after " + done + " of " + count + " bytes");
            }
            done += read;
        }
    }

    private static int portOf(String text) throws IOException {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port < 65_536) return port;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new IOException("the session file names no port");
    }
}
