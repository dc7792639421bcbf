/** The Fibonacci numbers by recursion: calls of a nanosecond each, and nothing else. */
public final class Fib {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) sum += fib(30);
        System.out.println(sum);
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }
}
