import { check, type Turn } from '../load.ts';

/** Of ten turns one has a mistake in it. */
const MISTAKE_OF_TEN = 7;

/** One source to compile: classes, a sealed one, lambdas, a when, a generic function; no two clients or turns have the same names. */
export const compilingTurn: Turn = async (ask, turn, client) => {
  const folder = `client${client}`;
  if (turn % 10 === MISTAKE_OF_TEN) {
    const answer = await ask(
      'POST',
      '/compile',
      422,
      `package ${folder}\nfun mistake(): Int =\n    "${turn}"\n`,
    );
    check(/^3:5 .*Int/.test(answer) && !answer.includes('\n'), 'the mistake', answer);
    return;
  }
  const answer = await ask('POST', '/compile', 200, sourceOf(folder, turn));
  const names = ['Circle', 'Shape', 'SourceKt', 'Square'].map(
    (name) => `${folder}/${name}${name === 'SourceKt' ? '' : turn}`,
  );
  check(answer === names.join('\n'), 'classes', answer);
};

const sourceOf = (folder: string, turn: number): string => `package ${folder}
sealed interface Shape${turn} { val area: Double }
data class Circle${turn}(val radius: Double) : Shape${turn} { override val area get() = Math.PI * radius * radius }
data class Square${turn}(val side: Double) : Shape${turn} { override val area get() = side * side }
fun <T : Shape${turn}> largest(shapes: List<T>): T? = shapes.filter { it.area > ${turn % 9} }.maxByOrNull { it.area }
fun describe(shape: Shape${turn}): String = when (shape) {
    is Circle${turn} -> "a circle of \${shape.radius}"
    is Square${turn} -> "a square of \${shape.side}"
}
`;
