package orders;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.concurrent.CountDownLatch;

/**
 * Orders wait for connections of a pool. Its keeper asks an idle connection whether it lives, and holds the lock of the pool meanwhile:
 * the other end has accepted the connection and never answers.
 */
public class PooledOrders {
    static final class Connection {
        private final InputStream answers;

        Connection(Socket socket) throws IOException {
            answers = socket.getInputStream();
        }

        boolean isAlive() throws IOException {
            return answers.read() >= 0;
        }
    }

    static final class Pool {
        private final ArrayDeque<Connection> idle = new ArrayDeque<>();
        final CountDownLatch asking = new CountDownLatch(1);

        synchronized void give(Connection connection) {
            idle.push(connection);
        }

        synchronized Connection take() {
            return idle.pop();
        }

        synchronized void dropTheDead() throws IOException {
            asking.countDown();
            for (Connection connection : idle) connection.isAlive();
        }
    }

    public static void main(String[] args) throws Exception {
        Pool pool = new Pool();
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        pool.give(new Connection(new Socket(silent.getInetAddress(), silent.getLocalPort())));
        start("pool-keeper", pool::dropTheDead);
        pool.asking.await();
        for (int i = 0; i < 4; i++) start("order-" + i, () -> order(pool));
        System.out.println("READY");
        System.in.read();
        System.exit(0);
    }

    static void order(Pool pool) {
        pool.give(pool.take());
    }

    interface Work {
        void run() throws IOException;
    }

    static void start(String name, Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException ended) {
                System.exit(1);
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }
}
