package sluice.agent;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** A Unix socket: JDK 16 and later. The only class that needs more than JDK 11; it is not touched before. */
final class UnixSocket {
    private UnixSocket() {}

    static SocketChannel connect(String path) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(path));
    }
}
