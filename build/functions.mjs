// How long a function may be (npm run check), as the compiler's parser sees it.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { filesUnder, fromRoot } from './tree.mjs';

const LINE_LIMIT = 80;
/** Tests describe one thing after the other, as long as it takes. */
const IS_TEST = /\.(?:test|bench|spec)\.\w+$|\/testing\//;
/** In the comment of a longer function. */
const REASON = /\bLong because \w/;

/** The functions of a file that are too long and do not say why, one sentence each. */
export function longFunctions(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const first = lineOf(node.getStart());
      const lines = lineOf(node.end) - first + 1;
      if (lines > LINE_LIMIT && !REASON.test(commentOf(node, text)))
        found.push(
          `${path}:${first + 1}: ${nameOf(node)} has ${lines} lines, at most ${LINE_LIMIT} are allowed; ` +
            'which concepts are in it? Or its comment says "Long because ...".',
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What stands before a function, or before the statement that it is a part of. */
function commentOf(node, text) {
  let at = node;
  while (!ts.isStatement(at) && !ts.isClassElement(at) && at.parent) at = at.parent;
  const ranges = ts.getLeadingCommentRanges(text, at.getFullStart()) ?? [];
  return ranges.map(({ pos, end }) => text.slice(pos, end)).join('\n');
}

function nameOf({ name, parent }) {
  return name?.getText() ?? (ts.isVariableDeclaration(parent) ? parent.name.getText() : 'a function');
}

/** The check over the product and the scripts that build it. */
export function longFunctionsOfAll() {
  return ['shared', 'electron', 'renderer', 'build']
    .flatMap(filesUnder)
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !IS_TEST.test(path))
    .flatMap((path) => longFunctions(path, readFileSync(fromRoot(path), 'utf8')));
}
