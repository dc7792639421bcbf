/**
 * Reads what matters for attaching out of a Java command line and the environment variables that add to it.
 * The JVM takes JAVA_TOOL_OPTIONS first, then the command line (to which the `java` launcher puts JDK_JAVA_OPTIONS in
 * front), then _JAVA_OPTIONS; the last word on a flag wins. Source: HotSpot runtime/arguments.cpp, Arguments::parse.
 */
export interface JavaCommand {
  /** Options of the JVM, before the main class. */
  readonly options: readonly string[];
  /** Main class, path of the jar, or module/class; "" when there is none. */
  readonly main: string;
  readonly arguments: readonly string[];
}

export interface AttachFlags {
  /** -XX:+DisableAttachMechanism: the JVM has no attach listener at all. */
  readonly attachDisabled: boolean;
  /** -XX:±EnableDynamicAgentLoading (JEP 451). */
  readonly dynamicAgents: 'allowed' | 'forbidden' | 'unsaid';
}

/** Options of `java` that take the following argument as their value. */
const OPTIONS_WITH_VALUE = new Set([
  '-cp',
  '-classpath',
  '--class-path',
  '-p',
  '--module-path',
  '--upgrade-module-path',
  '--add-modules',
  '--limit-modules',
  '--enable-native-access',
  '--illegal-native-access',
  '--add-reads',
  '--add-exports',
  '--add-opens',
  '--patch-module',
  '--source',
]);
const MAIN_OPTIONS = new Set(['-jar', '-m', '--module']);

/** Splits the arguments that follow `java`. */
export function splitJavaCommand(afterJava: readonly string[]): JavaCommand {
  let at = 0;
  while (at < afterJava.length) {
    const argument = afterJava[at];
    if (MAIN_OPTIONS.has(argument)) {
      return {
        options: afterJava.slice(0, at),
        main: afterJava[at + 1] ?? '',
        arguments: afterJava.slice(at + 2),
      };
    }
    if (argument.startsWith('--module=')) {
      return {
        options: afterJava.slice(0, at),
        main: argument.slice('--module='.length),
        arguments: afterJava.slice(at + 1),
      };
    }
    if (!argument.startsWith('-') && !argument.startsWith('@')) break;
    at += OPTIONS_WITH_VALUE.has(argument) ? 2 : 1;
  }
  return { options: afterJava.slice(0, at), main: afterJava[at] ?? '', arguments: afterJava.slice(at + 1) };
}

export function readAttachFlags(
  options: readonly string[],
  environment: ReadonlyMap<string, string>,
): AttachFlags {
  const fromVariable = (name: string): string[] => splitOptions(environment.get(name) ?? '');
  let attachDisabled = false;
  let dynamicAgents: AttachFlags['dynamicAgents'] = 'unsaid';
  for (const option of [
    ...fromVariable('JAVA_TOOL_OPTIONS'),
    ...fromVariable('JDK_JAVA_OPTIONS'),
    ...options,
    ...fromVariable('_JAVA_OPTIONS'),
  ]) {
    if (option === '-XX:+DisableAttachMechanism') attachDisabled = true;
    else if (option === '-XX:-DisableAttachMechanism') attachDisabled = false;
    else if (option === '-XX:+EnableDynamicAgentLoading') dynamicAgents = 'allowed';
    else if (option === '-XX:-EnableDynamicAgentLoading') dynamicAgents = 'forbidden';
  }
  return { attachDisabled, dynamicAgents };
}

/** Splits at blanks; single and double quotes hold blanks together, as in the JVM's own option variables. */
export function splitOptions(text: string): string[] {
  const options: string[] = [];
  let option = '';
  let quote = '';
  let inOption = false;
  for (const character of text) {
    if (quote) {
      if (character === quote) quote = '';
      else option += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      inOption = true;
    } else if (/\s/.test(character)) {
      if (inOption) options.push(option);
      option = '';
      inOption = false;
    } else {
      option += character;
      inOption = true;
    }
  }
  if (inOption) options.push(option);
  return options;
}

/** What splitOptions splits into these again: a word with blanks or quotes stands in quotes. */
export function joinOptions(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

/** `it's "so"` is "it's "'"so"': no quote can stand within itself, so words are made of parts. */
function quoted(word: string): string {
  if (word !== '' && !/[\s'"]/.test(word)) return word;
  const parts = word.match(/[^"]+|"+/g) ?? [''];
  return parts.map((part) => (part.startsWith('"') ? `'${part}'` : `"${part}"`)).join('');
}

/** 17 for "17.0.15", 8 for "1.8.0_402", 0 when unknown. */
export function featureVersionOf(javaVersion: string): number {
  const match = /^(?:1\.)?(\d+)/.exec(javaVersion);
  return match ? Number(match[1]) : 0;
}
