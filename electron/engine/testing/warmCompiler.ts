import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { anyJdk, readClassFiles } from '../../../shared/testing/compileJava.ts';

/** Compiles what stdin names, `source target` a line, in one JVM; answers `ok`, or the errors and `failed`. */
const COMPILER = `
import java.io.*;
import javax.tools.*;
public class Compiler {
  public static void main(String[] args) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null; ) {
      String[] words = line.split(" ");
      int code = compiler.run(null, null, System.out, "-g", "-nowarn", "--release", "17", "-d", words[1], words[0]);
      System.out.println(code == 0 ? "ok" : "failed");
    }
  }
}`;

let compiler: { readonly child: ChildProcess; readonly lines: AsyncIterator<string> } | null = null;

/** Compiles one source file in a JVM that stays warm; it ends with this process. @returns class files by internal name */
export async function compileWarm(source: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-warm-'));
  try {
    const { child, lines } = (compiler ??= startCompiler());
    const file = join(folder, 'Program.java');
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(file, source);
    child.stdin?.write(`${file} ${out}\n`);
    const said: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the compiler ended');
      if (value === 'ok') return readClassFiles(out);
      if (value === 'failed') throw new Error(said.join('\n'));
      said.push(value);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function startCompiler(): { child: ChildProcess; lines: AsyncIterator<string> } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-compiler-'));
  const file = join(folder, 'Compiler.java');
  writeFileSync(file, COMPILER);
  const child = spawn(join(anyJdk().home, 'bin', 'java'), [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.once('spawn', () => child.unref());
  child.stdout.once('data', () => rmSync(folder, { recursive: true, force: true })); // it is compiled itself by then
  return { child, lines };
}
