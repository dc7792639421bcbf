package sluice.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection through a Unix socket, or by TCP to 127.0.0.1 for JVMs without them. */
final class ChannelTransport extends Transport {
    /** The JDK copies through a direct buffer of this size, which it keeps. */
    private static final int CHUNK_BYTES = 65_536;
    private static final long POLL_NS = 1_000_000;

    private final SocketChannel channel;
    private volatile boolean polls;

    ChannelTransport(SocketChannel channel) {
        this.channel = channel;
    }

    static ChannelTransport tcp(int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        channel.socket().connect(new InetSocketAddress(loopback, port), Protocol.HANDSHAKE_TIMEOUT_MS);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return new ChannelTransport(channel);
    }

    @Override
    int read(byte[] target, int from, int count) throws IOException {
        ByteBuffer buffer = wrap(target, from, count);
        while (true) {
            if (polls && channel.isBlocking()) channel.configureBlocking(false);
            int read = channel.read(buffer);
            if (read != 0) return read;
            SluiceAccess.park(POLL_NS);
        }
    }

    @Override
    void write(byte[] source) throws IOException {
        for (int at = 0; at < source.length; ) {
            int written = channel.write(wrap(source, at, source.length - at));
            at += written;
            if (written == 0) SluiceAccess.park(POLL_NS);
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
    void poll() {
        polls = true;
    }

    @Override
    void shutdownInput() {
        try {
            channel.shutdownInput();
        } catch (IOException alreadyBroken) {
            // nothing is read either way
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
