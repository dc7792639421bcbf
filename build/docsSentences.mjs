// Plain English: a sentence of a Markdown file has at most 30 words (npm run check).

const MAX_WORDS = 30;

/** Older texts, not rewritten yet. A file leaves this list when its sentences are short; none comes in. */
const NOT_YET = new Set([
  'docs/decisions/native-upcalls.md',
  'docs/decisions/needless-probes.md',
  'docs/decisions/other-users.md',
  'docs/decisions/overhead-budget.md',
  'docs/decisions/page.md',
  'docs/decisions/probe-pair.md',
  'docs/decisions/probes-in-java-base.md',
  'docs/decisions/reflection.md',
  'docs/decisions/regions.md',
  'docs/decisions/strict-loaders.md',
  'docs/decisions/switching-off.md',
  'docs/decisions/ticker.md',
  'docs/decisions/tree-speed.md',
  'docs/decisions/trivial-methods.md',
  'docs/decisions/warm-programs.md',
  'docs/messages.md',
]);

/**
 * The sentences of a Markdown text that are too long, one sentence each. Code blocks, tables and headings are no sentences; a
 * code span and a link's target are one word and none. @param path of the Markdown file, from the root
 */
export function longSentences(path, text) {
  if (NOT_YET.has(path)) return [];
  return paragraphs(text)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:][)"_*]*)\s+(?=[^a-z])/))
    .map((sentence) => ({ sentence, words: wordCount(sentence) }))
    .filter(({ words }) => words > MAX_WORDS)
    .map(
      ({ sentence, words }) =>
        `${path}: "${sentence.slice(0, 60)}..." has ${words} words, the limit is ${MAX_WORDS}: make it two sentences`,
    );
}

/** Each paragraph and item of a list as one line. */
function paragraphs(text) {
  return text
    .replace(/^( *)```[\s\S]*?^\1```$/gm, '')
    .replace(/^( {4}|\t).*$/gm, (line) => (/^\s+\S/.test(line) ? '' : line))
    .replace(/`[^`\n]+`/g, 'code')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=[#|])|(?<=^[#|].*)\n/m)
    .filter((block) => !/^\s*[#|]/.test(block))
    .map((block) => block.replace(/\s+/g, ' ').trim());
}

function wordCount(sentence) {
  return sentence.split(' ').filter((word) => /[A-Za-z0-9]/.test(word)).length;
}
