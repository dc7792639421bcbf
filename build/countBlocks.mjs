import ts from 'typescript';

/**
 * A script in which each block of code counts how often it runs, in `globalThis.sluiceBlocks` (a Uint8Array, so modulo 256),
 * and the literals that it compares with: what a fuzzer needs to find its way into it.
 * @param {string} text JavaScript
 * @returns {{ text: string, literals: (number | string)[] }}
 */
export function countBlocks(text) {
  const source = ts.createSourceFile('script.mjs', text, ts.ScriptTarget.ES2022, false, ts.ScriptKind.JS);
  const literals = new Set();
  /** @type {{ at: number, text: string }[]} in the order in which they are put in */
  const inserted = [];
  let blocks = 0;
  const count = () => `$blocks[${blocks++}]++`;
  const around = (node, before, after) =>
    inserted.push({ at: node.getStart(source), text: before }, { at: node.end, text: after });

  const branch = (statement) => {
    if (statement !== undefined && !ts.isBlock(statement)) around(statement, `{${count()};`, '}');
  };
  const visit = (node) => {
    if (ts.isBlock(node)) inserted.push({ at: node.getStart(source) + 1, text: `${count()};` });
    else if (ts.isIfStatement(node)) [node.thenStatement, node.elseStatement].forEach(branch);
    else if (ts.isIterationStatement(node, false)) branch(node.statement);
    else if (ts.isCaseClause(node) || ts.isDefaultClause(node)) {
      const [first] = node.statements;
      if (first !== undefined) inserted.push({ at: first.getStart(source), text: `${count()};` });
    } else if (ts.isConditionalExpression(node)) {
      for (const side of [node.whenTrue, node.whenFalse]) around(side, `(${count()},`, ')');
    } else if (ts.isNumericLiteral(node)) literals.add(Number(node.text));
    else if (ts.isStringLiteral(node)) literals.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);

  // Of two at one place an end comes before a beginning; of ends the inner one, of beginnings the outer one.
  const sorted = inserted.map((each, order) => ({ ...each, order, ends: /^[)}]/.test(each.text) }));
  sorted.sort(
    (a, b) =>
      a.at - b.at || Number(b.ends) - Number(a.ends) || (a.ends ? b.order - a.order : a.order - b.order),
  );
  let result = `globalThis.sluiceBlocks = new Uint8Array(${blocks}); const $blocks = globalThis.sluiceBlocks;\n`;
  let at = 0;
  for (const each of sorted) {
    result += text.slice(at, each.at) + each.text;
    at = each.at;
  }
  return { text: result + text.slice(at), literals: [...literals] };
}
