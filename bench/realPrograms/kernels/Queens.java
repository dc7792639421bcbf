/** All ways to set queens on a board: recursion with an object per square, interface calls and some allocation. */
public final class Queens {
    interface Rule {
        boolean allows(Queen queen, Queen other);
    }

    static final class Queen {
        final int row;
        final int column;

        Queen(int row, int column) {
            this.row = row;
            this.column = column;
        }

        int diagonalDistance(Queen other) {
            return Math.abs(row - other.row) - Math.abs(column - other.column);
        }
    }

    private static final Rule[] RULES = {
        (queen, other) -> queen.column != other.column, (queen, other) -> queen.diagonalDistance(other) != 0,
    };

    private final Queen[] board;

    Queens(int size) {
        board = new Queen[size];
    }

    public static void main(String[] args) {
        for (int i = 0; i < Integer.parseInt(args[0]); i++) System.out.println(new Queens(9).solve(0));
    }

    int solve(int row) {
        if (row == board.length) return 1;
        int found = 0;
        for (int column = 0; column < board.length; column++) {
            Queen queen = new Queen(row, column);
            if (!isSafe(queen)) continue;
            board[row] = queen;
            found += solve(row + 1);
        }
        return found;
    }

    private boolean isSafe(Queen queen) {
        for (int row = 0; row < queen.row; row++) {
            for (Rule rule : RULES) if (!rule.allows(queen, board[row])) return false;
        }
        return true;
    }
}
