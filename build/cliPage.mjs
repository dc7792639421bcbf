// The text of docs/cli.md, of what --help says.

/** The commands in the list of the general help, in its order. `help` tells what this page tells. */
export function commandNames(general) {
  const list = general.split(/^Commands:\n/m)[1]?.split(/^$/m)[0] ?? '';
  return [...list.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name).filter((name) => name !== 'help');
}

/** @param general help of all @param helps of each command, by its name */
export function cliPage(general, helps) {
  const block = (help) => `\`\`\`text\n${help.trim()}\n\`\`\`\n`;
  return [
    '# The command line\n',
    '`node build/cliDocs.mjs` makes this page of what `--help` says. Change the help, not the page.\n',
    block(general),
    ...[...helps].flatMap(([name, help]) => [`## ${name}\n`, block(help)]),
  ].join('\n');
}
