/** Numerical methods, each on a small problem at a call: some 5 µs to 1 ms. */
public final class Numbers {
    private static final int SIZE = 1_024;
    private static final int ORDER = 48;

    private final double[] real = new double[SIZE];
    private final double[] imaginary = new double[SIZE];
    private final double[][] left = new double[ORDER][ORDER];
    private final double[][] right = new double[ORDER][ORDER];
    private final double[][] product = new double[ORDER][ORDER];
    private final boolean[] composite = new boolean[40_000];
    private final double[] grid = new double[8_192];
    private int seed = 1;

    public static void main(String[] args) {
        Numbers numbers = new Numbers();
        double sum = 0;
        for (int i = 0; i < Integer.parseInt(args[0]); i++) sum += numbers.pass(i);
        System.out.println(sum);
    }

    private double pass(int round) {
        fillSignal();
        swapByReversedBits();
        for (int length = 2; length <= SIZE; length *= 2) butterflies(length);
        double sum = power();
        fillMatrices();
        multiply();
        sum += eliminate();
        sum += countPrimes();
        for (int row = 0; row < 4; row++) sum += mandelbrotRow((round + row) % 64);
        for (int step = 0; step < 8; step++) diffuse();
        sum += integrate(round);
        sum += collatz(20_000 + round);
        sum += moveBodies(200);
        sum += walk(30_000);
        return sum;
    }

    private void fillSignal() {
        for (int i = 0; i < SIZE; i++) {
            real[i] = Math.sin(i * 0.1) + Math.cos(i * 0.03);
            imaginary[i] = 0;
        }
    }

    private void swapByReversedBits() {
        for (int i = 0; i < SIZE; i++) {
            int other = Integer.reverse(i) >>> 22;
            if (other <= i) continue;
            double kept = real[i];
            real[i] = real[other];
            real[other] = kept;
        }
    }

    /** One of the ten passes of the fast Fourier transform. */
    private void butterflies(int length) {
        double angle = -2 * Math.PI / length;
        double stepReal = Math.cos(angle);
        double stepImaginary = Math.sin(angle);
        for (int begin = 0; begin < SIZE; begin += length) {
            double turnReal = 1;
            double turnImaginary = 0;
            for (int i = begin; i < begin + length / 2; i++) {
                int other = i + length / 2;
                double x = real[other] * turnReal - imaginary[other] * turnImaginary;
                double y = real[other] * turnImaginary + imaginary[other] * turnReal;
                real[other] = real[i] - x;
                imaginary[other] = imaginary[i] - y;
                real[i] += x;
                imaginary[i] += y;
                double next = turnReal * stepReal - turnImaginary * stepImaginary;
                turnImaginary = turnReal * stepImaginary + turnImaginary * stepReal;
                turnReal = next;
            }
        }
    }

    private double power() {
        double most = 0;
        for (int i = 0; i < SIZE; i++) most = Math.max(most, Math.hypot(real[i], imaginary[i]));
        return most;
    }

    private void fillMatrices() {
        for (int i = 0; i < ORDER; i++) {
            for (int j = 0; j < ORDER; j++) {
                seed = seed * 1_103_515_245 + 12_345;
                left[i][j] = (seed >>> 16) % 100;
                right[j][i] = i == j ? 100 : 1;
            }
        }
    }

    private void multiply() {
        for (int i = 0; i < ORDER; i++) {
            for (int j = 0; j < ORDER; j++) {
                double sum = 0;
                for (int k = 0; k < ORDER; k++) sum += left[i][k] * right[k][j];
                product[i][j] = sum;
            }
        }
    }

    /** Gauss's; the determinant's sign. */
    private double eliminate() {
        double sign = 1;
        for (int pivot = 0; pivot < ORDER; pivot++) {
            if (product[pivot][pivot] == 0) product[pivot][pivot] = 1;
            sign *= Math.signum(product[pivot][pivot]);
            for (int row = pivot + 1; row < ORDER; row++) {
                double factor = product[row][pivot] / product[pivot][pivot];
                for (int column = pivot; column < ORDER; column++) product[row][column] -= factor * product[pivot][column];
            }
        }
        return sign;
    }

    /** The sieve of Eratosthenes. */
    private int countPrimes() {
        java.util.Arrays.fill(composite, false);
        int count = 0;
        for (int number = 2; number < composite.length; number++) {
            if (composite[number]) continue;
            count++;
            for (int multiple = 2 * number; multiple < composite.length; multiple += number) composite[multiple] = true;
        }
        return count;
    }

    private int mandelbrotRow(int row) {
        int inside = 0;
        for (int column = 0; column < 64; column++) {
            double a = column / 24.0 - 2;
            double b = row / 32.0 - 1;
            double x = 0;
            double y = 0;
            int left = 200;
            while (left > 0 && x * x + y * y < 4) {
                double next = x * x - y * y + a;
                y = 2 * x * y + b;
                x = next;
                left--;
            }
            if (left == 0) inside++;
        }
        return inside;
    }

    private void diffuse() {
        grid[grid.length / 2] = 1_000;
        double before = grid[0];
        for (int i = 1; i < grid.length - 1; i++) {
            double here = grid[i];
            grid[i] = here + 0.2 * (before - 2 * here + grid[i + 1]);
            before = here;
        }
    }

    /** Simpson's rule. */
    private double integrate(int round) {
        double sum = 0;
        for (int i = 0; i < 3_000; i++) sum += (i % 2 == 0 ? 2 : 4) * Math.exp(-i * 1e-3) / (1 + round % 7 + i);
        return sum;
    }

    private long collatz(int from) {
        long steps = 0;
        for (int begin = from; begin < from + 300; begin++) {
            for (long number = begin; number != 1; steps++) number = (number & 1) == 0 ? number / 2 : 3 * number + 1;
        }
        return steps;
    }

    /** Two of them, around each other. */
    private double moveBodies(int steps) {
        double x = 1;
        double y = 0;
        double vx = 0;
        double vy = 1;
        for (int step = 0; step < steps; step++) {
            double distance = Math.sqrt(x * x + y * y);
            double pull = 0.01 / (distance * distance * distance);
            vx -= x * pull;
            vy -= y * pull;
            x += vx * 0.01;
            y += vy * 0.01;
        }
        return x;
    }

    private int walk(int steps) {
        int at = 0;
        for (int step = 0; step < steps; step++) {
            seed ^= seed << 13;
            seed ^= seed >>> 17;
            seed ^= seed << 5;
            at += (seed & 1) == 0 ? 1 : -1;
        }
        return at;
    }
}
