import type { EventTaker, JfrChunkFacts } from './jfrChunkFacts.ts';

const PROPERTY = 'jdk.InitialSystemProperty';
const WANTED: readonly string[] = ['java.class.path', 'user.dir', 'path.separator'];
/** Of Unix, or of Windows. */
const ABSOLUTE = /^(\/|\\\\|[A-Za-z]:[\\/])/;
const MOST_ENTRIES = 500;

/** The class path of the program, of the system properties that it began with. */
export class JfrClassPath {
  readonly #properties = new Map<string, string>();

  *takers({ chunk }: JfrChunkFacts): Generator<EventTaker> {
    const type = chunk.typeNamed(PROPERTY);
    if (type === undefined) return;
    yield [
      type,
      (event) => {
        const { fields } = chunk.read(event);
        const key = chunk.textOf(fields.get('key')) ?? '';
        if (WANTED.includes(key)) this.#properties.set(key, chunk.textOf(fields.get('value')) ?? '');
      },
    ];
  }

  /** Absolute, in their order; none where the file does not tell, or does not tell where the program ran. */
  get entries(): readonly string[] {
    const [path = '', folder = '', separator = ':'] = WANTED.map((key) => this.#properties.get(key));
    return path
      .split(separator || ':')
      .filter((entry) => entry !== '')
      .map((entry) => (ABSOLUTE.test(entry) || folder === '' ? entry : `${folder}/${entry}`))
      .filter((entry) => ABSOLUTE.test(entry))
      .slice(0, MOST_ENTRIES);
  }
}
