package sluice.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A TCP connection to 127.0.0.1, for JVMs without Unix sockets. */
final class TcpTransport extends Transport {
    private final Socket socket = new Socket();
    private final InputStream in;
    private final OutputStream out;

    TcpTransport(int port) throws IOException {
        socket.setTcpNoDelay(true);
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        socket.connect(new InetSocketAddress(loopback, port), Protocol.HANDSHAKE_TIMEOUT_MS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    @Override
    int read(byte[] target, int from, int count) throws IOException {
        return in.read(target, from, count);
    }

    @Override
    void write(byte[] source) throws IOException {
        out.write(source);
    }

    @Override
    void close() {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // closed either way
        }
    }
}
