import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS } from '../../../shared/export/exportFormats.ts';
import { encodeSnapshot } from '../../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../../shared/testing/exampleSnapshot.ts';
import { sluice } from '../testing/commandLine.ts';

let folder = '';
let recording = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  recording = join(folder, 'run.sluice');
  writeFileSync(recording, encodeSnapshot(exampleSnapshot('main: 0>A 10>B 30<B 40<A')));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('convert', () => {
  it('writes to stdout, and calls on demand', async () => {
    expect(await sluice('convert', recording, '--format', 'collapsed')).toMatchObject({
      code: 0,
      out: 'main;demo.Demo.A() 20\nmain;demo.Demo.A();demo.Demo.B() 20\n',
      err: '',
    });
    const calls = await sluice('convert', recording, '--format', 'collapsed', '--values', 'calls', '-o', '-');
    expect(calls.out).toBe('main;demo.Demo.A() 1\nmain;demo.Demo.A();demo.Demo.B() 1\n');
  });

  it('writes collapsed stacks upside down on demand', async () => {
    expect(await sluice('convert', recording, '--format', 'collapsed', '--invert')).toMatchObject({
      code: 0,
      out: 'demo.Demo.A();main 20\ndemo.Demo.B();demo.Demo.A();main 20\n',
    });
  });

  it('writes pprof and Firefox profiles as gzip', async () => {
    const profile = gunzipSync((await sluice('convert', recording, '--format', 'pprof')).bytes);
    expect(profile.toString('latin1')).toContain('demo.Demo.A()');
    const text = gunzipSync((await sluice('convert', recording, '--format', 'firefox')).bytes).toString();
    expect(JSON.parse(text)).toMatchObject({ meta: { importedFrom: 'Sluice' } });
  });

  it.each([
    ['x.pb.gz', 'pprof'],
    ['x.speedscope.json', 'speedscope'],
    ['x.firefox.json.gz', 'firefox'],
    ['x.html', 'html'],
    ['x.csv', 'csv'],
    ['x.folded', 'collapsed'],
  ])('takes the format of %s from the name: %s', async (name, format) => {
    const file = join(folder, name);
    expect(await sluice('convert', recording, '-o', file)).toMatchObject({
      code: 0,
      out: '',
      err: `wrote ${file} (${format})`,
    });
    expect(readFileSync(file).length).toBeGreaterThan(50);
  });

  it('cuts to what is asked for, says how much, and keeps the sums', async () => {
    const small = join(folder, 'small.collapsed');
    expect(await sluice('convert', recording, '--top-nodes', '1', '-o', small)).toMatchObject({
      code: 0,
      err:
        `wrote ${small} (collapsed)\n` +
        'note: 2 smaller contexts summed up as "(smaller rows)" below their callers; all sums are whole',
    });
    expect(readFileSync(small, 'utf8')).toBe('main;(smaller rows) 40\n');
    const { out } = await sluice('convert', recording, '--format', 'collapsed', '--hide-below', '60');
    expect(out).toBe('main;demo.Demo.A() 20\nmain;demo.Demo.A();(smaller rows) 20\n');
  });

  it('warns of a file that servers do not take, and names what makes it smaller', async () => {
    const wide = join(folder, 'wide.sluice');
    const calls = Array.from({ length: 17_000 }, (_, i) => `${i}>M${i} ${i}<M${i}`).join(' ');
    writeFileSync(wide, encodeSnapshot(exampleSnapshot(`main: 0>A ${calls} 20000<A`)));
    const { err } = await sluice('convert', wide, '-o', join(folder, 'wide.pb.gz'));
    expect(err).toMatch(/warning: The file has 17,001 samples and .* --top-nodes 16000 or --hide-below 0\.1/);
    const fits = await sluice('convert', wide, '-o', join(folder, 'fits.pb.gz'), '--top-nodes', '16000');
    expect([fits.code, fits.err]).toEqual([0, expect.not.stringContaining('warning')]);
  });

  it('does not replace the recording that it reads', async () => {
    const before = readFileSync(recording);
    const link = join(folder, 'link.csv');
    symlinkSync(recording, link);
    for (const output of [recording, link]) {
      const { code, err } = await sluice('convert', recording, '--format', 'csv', '-o', output);
      expect([code, err]).toEqual([2, expect.stringContaining('is the recording itself')]);
    }
    expect(readFileSync(recording)).toEqual(before);
  });

  it.each([
    [['--format', 'jfr'], 2, /Allowed choices are collapsed, speedscope, pprof, firefox, csv, html/],
    [[], 2, /No format is given: --format FORMAT/],
    [['-o', 'a.json'], 2, /Unsupported format \.json.*\n.*sluice report FILE --format json/],
    [['-o', 'run'], 2, /The name "run" has no ending/],
    [['-o', 'run.xyz'], 2, /Unsupported format \.xyz: "run\.xyz"/],
    [
      ['--format', 'csv', '-o', '/nowhere/run.csv'],
      1,
      /\/nowhere\/run\.csv could not be written: there is no folder \/nowhere\./,
    ],
    [['--format', 'csv', '--values', 'calls'], 2, /--value is of collapsed stacks/],
    [['--format', 'html', '--top-nodes', '5'], 2, /HTML page holds the whole recording/],
    [['--format', 'csv', '--hide-below', '101'], 2, /A percentage from 0 to 100/],
    [['--format', 'speedscope', '--invert'], 2, /--invert is of collapsed stacks.*Sandwich in speedscope/s],
  ])('%j ends with %i and a sentence', async (args, code, sentence) => {
    const result = await sluice('convert', recording, ...args);
    expect(result).toMatchObject({ code, out: '' });
    expect(result.err).toMatch(sentence);
  });

  it('leaves nothing behind where it fails, and names the recording', async () => {
    const broken = join(folder, 'broken.sluice');
    writeFileSync(broken, encodeSnapshot(exampleSnapshot('main: 0>A 5<A')).subarray(0, 100));
    const before = readdirSync(folder);
    const { code, err } = await sluice('convert', broken, '-o', join(folder, 'y.html'));
    expect(code).toBe(1);
    expect(err).toContain(`${broken}: The recording is damaged: it was cut`);
    expect(readdirSync(folder)).toEqual(before);
  });
});

it('the help says of each format who reads it and what is in it', async () => {
  const { out } = await sluice('convert', '--help');
  for (const { id } of EXPORT_FORMATS) expect(out).toMatch(new RegExp(`^  ${id} +\\S.*: \\S`, 'm'));
});
