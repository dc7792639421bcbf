package sluice.agent;

import java.io.ByteArrayOutputStream;

/** A connection to nobody: reads given bytes in pieces, keeps what is written. */
final class MemoryTransport extends Transport {
    final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final byte[] incoming;
    private final int pieceBytes;
    private int at;

    MemoryTransport(byte[] incoming, int pieceBytes) {
        this.incoming = incoming;
        this.pieceBytes = pieceBytes;
    }

    @Override
    int read(byte[] target, int from, int count) {
        if (at == incoming.length) return -1;
        int read = Math.min(Math.min(count, pieceBytes), incoming.length - at);
        System.arraycopy(incoming, at, target, from, read);
        at += read;
        return read;
    }

    @Override
    synchronized void write(byte[] source) {
        written.write(source, 0, source.length);
    }

    @Override
    void poll() {}

    @Override
    void shutdownInput() {}

    @Override
    void close() {}
}
