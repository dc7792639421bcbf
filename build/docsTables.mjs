// A table of Markdown is read as text and on a screen: what is too wide for that is a list, or a short table with paragraphs below.

const MAX_COLUMNS = 200;

/** The first line of each table that is too wide, one sentence each. @param path of the Markdown file, from the root */
export function wideTables(path, text) {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const isFirst = line.startsWith('|') && !lines[i - 1]?.startsWith('|');
    if (!isFirst || line.length <= MAX_COLUMNS) return [];
    return [
      `${path}:${i + 1}: the table is ${line.length} columns wide, the limit is ${MAX_COLUMNS}: make it a list`,
    ];
  });
}
