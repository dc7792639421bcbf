/** A program with virtual calls: an interface with a default, overriders, a class that inherits what it implements. */
export const SHAPES = `
  interface Shape { int area(); default int twice() { return 2 * area(); } }
  class Square implements Shape { public int area() { return side(); } int side() { return 2; } }
  class Big extends Square { int side() { return 20; } }
  class Circle implements Shape { public int area() { return 3; } public int twice() { return Shape.super.twice(); } }
  class Unrelated { int area() { return 0; } }
  class Base { public int area() { return 1; } }
  class Joined extends Base implements Shape { }
  class Main {
    static Shape shape;
    static int root() { return shape.twice(); }
  }`;
