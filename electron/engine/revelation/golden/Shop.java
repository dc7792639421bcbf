/** Shop.class is javac 17's of this file, --release 8 -g: requestedProbes.test.ts holds what probes make of it. */
class Shop {
  final int[] kept;

  Shop(int n) {
    super();
    kept = new int[n];
  }

  Shop(Object other) {
    this(other == null ? 1 : 2);
  }

  int total(int limit, String name) {
    int total = 0;
    for (int each : kept) {
      if (each > limit) total += each * 3;
      else total -= each / 2;
    }
    return name == null ? total : total + name.length();
  }

  synchronized Object made(int kind) {
    try {
      switch (kind) {
        case 0:
          return new Shop(3);
        case 1:
          return new long[kind][2];
        default:
          return new StringBuilder("shop ").append(kind).toString();
      }
    } finally {
      kept[0]++;
    }
  }

  int size() {
    return kept.length;
  }
}
