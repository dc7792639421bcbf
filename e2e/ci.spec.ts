import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { CLI } from './fixtures/cli.ts';
import { longJdks } from './fixtures/jdks.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../docs/ci.md', import.meta.url)), 'utf8');

/** Blocks of code of docs/ci.md in a language. */
function blocksOf(language: string): string[] {
  return [...PAGE.matchAll(/```(\w+)\n([^]*?)```/g)].flatMap(([, name, text]) =>
    name === language ? [text] : [],
  );
}

/** As many carts as said, each with a line in it. @param rounds of a loop */
const shop = (carts: number, rounds: number): string => `package com.acme;
public class Shop {
    static int total;
    public static void main(String[] args) {
        for (int i = 0; i < ${carts}; i++) new Cart(i).add();
        for (int i = 0; i < ${rounds}; i++) total += i;
        System.out.println("total " + total);
    }
}
class Cart {
    final int[] lines;
    Cart(int size) { lines = new int[size + 1]; }
    void add() { Shop.total += lines.length; }
}
`;

/** In place of Maven, which would load half of its repository. */
const BUILD = `set -e
mkdir -p target/classes
javac -d target/classes src/com/acme/Shop.java
jar --create --file target/shop.jar --main-class com.acme.Shop -C target/classes .
`;

const [jdk] = longJdks('newest');
let folder: string;
let project: string;
let env: NodeJS.ProcessEnv;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-ci-'));
  project = join(folder, 'shop');
  const bin = join(folder, 'bin');
  for (const made of [join(project, 'ci'), join(project, 'src/com/acme'), bin])
    mkdirSync(made, { recursive: true });
  writeFileSync(join(bin, 'sluice'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
  chmodSync(join(bin, 'sluice'), 0o755);
  const [script] = blocksOf('sh');
  writeFileSync(join(project, 'ci/exact-work.sh'), script);
  writeFileSync(join(project, 'mvnw'), BUILD);
  writeFileSync(join(project, '.gitignore'), 'target/\n*.sluice\n');
  const author = { name: 'Test', email: 'test@example.invalid' };
  env = {
    ...process.env,
    PATH: [bin, join(jdk.home, 'bin'), process.env.PATH].join(delimiter),
    ...{ GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email },
    ...{ GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email },
  };
  git('init', '--quiet', '--initial-branch', 'main');
  commit(shop(3, 5));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function git(...words: string[]): void {
  execFileSync('git', words, { cwd: project, env, stdio: 'pipe' });
}

function commit(source: string): void {
  writeFileSync(join(project, 'src/com/acme/Shop.java'), source);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'change');
}

/** The command of a job that names the script, with the commit before in place of what the service calls it. */
function runGate(command: string): { readonly code: number; readonly text: string } {
  const script = command.replace(/"[^"]*\$[^"]*"/, '"HEAD~1"');
  try {
    return {
      code: 0,
      text: execFileSync('sh', ['-c', `${script} 2>&1`], { cwd: project, env, encoding: 'utf8' }),
    };
  } catch (thrown) {
    const { status, stdout } = thrown as { status: number; stdout: string };
    return { code: status, text: stdout };
  }
}

/** Of GitHub's and of GitLab's job, the line that runs the script. */
const COMMANDS = blocksOf('yaml').map(
  (job) => /(?:- run|-): *(sh ci\/.*)|- (sh ci\/.*)/.exec(job)?.slice(1).find(Boolean) ?? '',
);

test('both services run the script of the page', () => {
  expect(COMMANDS).toEqual([
    'sh ci/exact-work.sh "origin/$GITHUB_BASE_REF"',
    'sh ci/exact-work.sh "$CI_MERGE_REQUEST_DIFF_BASE_SHA"',
  ]);
});

test('a change that makes the program work no more passes the gate of the page', () => {
  commit(`// another comment\n${shop(3, 5)}`);
  const { code, text } = runGate(COMMANDS[0]);
  expect(code, text).toBe(0);
  expect(text).toContain(
    'passed: bytecodes:com.acme.**>0, objects:com.acme.**>0 (what methods of com.acme.** make), bytes>+5%',
  );
});

test('one more cart and one more round fail it, and each is named', () => {
  commit(shop(4, 6));
  const { code, text } = runGate(COMMANDS[1]);
  expect(code, text).toBe(5);
  expect(text).toMatch(
    /FAILED bytecodes:com\.acme\.\*\*>0: com\.acme\.Shop\.main\(.*\): Self Bytecodes 90 -> 109/,
  );
  expect(text).toContain(
    'FAILED objects:com.acme.**>0: com.acme.Shop.main(java.lang.String[]): Self Objects 5 -> 6 (+20.0 %)',
  );
  // Carts, their arrays, and the text that is printed: 24 B, and 24 B for its eight letters.
  expect(text).toMatch(/FAILED bytes>\+5%: the recording as a whole: Self Bytes 176 B -> 224 B/);
});
