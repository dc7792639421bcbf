import type { Command } from '../../state/commands/command.ts';

/**
 * The commands that have all words of the query in title or group, whatever their case: what can be done now first,
 * then those whose title begins with the query, then those whose title has it, then in the order of the list.
 */
export function foundCommands(
  commands: readonly Command[],
  query: string,
  canRun: (command: Command) => boolean,
): readonly Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const titleRank = (title: string): number =>
    title.startsWith(words.join(' ')) ? 0 : words.every((word) => title.includes(word)) ? 1 : 2;
  const rank = (command: Command): number =>
    (canRun(command) ? 0 : 3) + titleRank(command.title.toLowerCase());
  return commands
    .filter(({ title, group }) => {
      const text = `${group} ${title}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b));
}
