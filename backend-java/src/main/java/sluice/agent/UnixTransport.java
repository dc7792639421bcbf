package sluice.agent;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A Unix socket: JDK 16 and later. The only class that needs more than JDK 11; it is not touched before. */
final class UnixTransport extends Transport {
    /** The JDK copies through a direct buffer of this size, which it keeps. */
    private static final int CHUNK_BYTES = 65_536;

    private final SocketChannel channel;

    UnixTransport(String path) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(path));
    }

    @Override
    int read(byte[] target, int from, int count) throws IOException {
        return channel.read(wrap(target, from, count));
    }

    @Override
    void write(byte[] source) throws IOException {
        for (int at = 0; at < source.length; ) {
            at += channel.write(wrap(source, at, source.length - at));
        }
    }

    private static ByteBuffer wrap(byte[] bytes, int from, int count) {
        while (true) {
            try {
                return ByteBuffer.wrap(bytes, from, Math.min(count, CHUNK_BYTES));
            } catch (OutOfMemoryError full) {
                FullHeap.await();
            }
        }
    }

    @Override
    void close() {
        try {
            channel.close();
        } catch (IOException alreadyBroken) {
            // closed either way
        }
    }
}
