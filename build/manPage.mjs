// The text of docs/sluice.1, the manual page, of what --help says: the source of docs/cli.md as well.

/**
 * @param general help of all
 * @param helps of each command, by its name
 */
export function manPage(general, helps) {
  const [description, ...rest] = general.split(/\n(?=[A-Z][a-z ]+:\n)/);
  const about = description.split('\n').slice(1).join(' ').trim();
  return [
    '.\\" node build/cliDocs.mjs makes this page of what --help says. Change the help, not the page.',
    '.TH SLUICE 1 "" "Sluice" "User Commands"',
    '.SH NAME',
    'sluice \\- exact calling context trees of running Java programs',
    '.SH SYNOPSIS',
    '.B sluice',
    '.I command',
    '[\\fIarguments\\fR] [\\fIoptions\\fR]',
    '.SH DESCRIPTION',
    escaped(about),
    ...rest.flatMap(section),
    ...[...helps].flatMap(([name, help]) => [`.SH SLUICE ${name.toUpperCase()}`, ...asItStands(help)]),
    '',
  ].join('\n');
}

/** "Exit codes:" and the lines below it. */
function section(text) {
  const [title, ...lines] = text.split('\n');
  return [`.SH ${title.replace(/:$/, '').toUpperCase()}`, ...asItStands(lines.join('\n'))];
}

/** Aligned by blanks, as the help is. */
function asItStands(text) {
  return ['.nf', ...text.trimEnd().split('\n').map(escaped), '.fi'];
}

/** A backslash, a minus that can be copied, and a point or quote that begins a line mean something to roff. */
function escaped(line) {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
