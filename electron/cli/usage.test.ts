import { describe, expect, it } from 'vitest';
import { sluice } from './testing/commandLine.ts';

/** What is typed wrongly: each gets a sentence, its exit code, and nothing on stdout. */
describe('usage', () => {
  it.each([
    [['recrod'], /recrod/],
    [['record', '--wrong'], /--wrong/],
    [['record', '1', '-o', 'x'], /No root method/],
    [['record', '1', '--root', 'a::b'], /No file/],
    [['record', '1', '--root', 'a::b', '-o', '-'], /saved in a file, not written to stdout/],
    [['record', '--root', 'a::b', '-o', 'x'], /Missing required argument 'target'/],
    [['record', '1', '--root', 'a::b', '-o', 'x', '-d', 'soon'], /Duration "soon" is not understood/],
    [['record', '1', '--root', 'a::b', '-o', 'x', '--warmup', 'long'], /Duration "long" is not understood/],
    [
      ['record', '1', '--root', 'a::b', '-o', 'x', '--clock', 'sundial'],
      /Allowed choices are nano, bursts, ticker, cpu, none/,
    ],
    [['record', '1', '--root', 'a::b', '-o', 'x', '--max-overhead', '10'], /A percentage above 0 is needed/],
    [
      ['record', '1', '--root', 'a::b', '-o', 'x', '--max-overhead', '10%', '--clock', 'none'],
      /Take --clock nano or --clock bursts/,
    ],
    [['report', 'x', '--top', '0'], /whole number/],
    [['record', '', '--root', 'a::b', '-o', 'x'], /The target is empty/],
    [['record', '1', '--root', 'a..b', '-o', 'x'], /'a\.\.b' is invalid\. Pattern "a\.\.b": at character 3/],
    [['record', '1', '--root', 'a::b', '-x', '', '-o', 'x'], /Pattern "" is empty/],
    [
      ['record', '1', '--root', '-o', 'x'],
      /'-o' is invalid\. That looks like an option: the pattern .* missing/,
    ],
    [['preview', '1', '--root', '!a.B'], /--root !a\.B excludes methods, and names none/],
    [['region', '1', '--method', 'a.B::c('], /Pattern "a\.B::c\("/],
    [['record', '1', '--root', 'a::b', '-o', 'x', '--bare-first', '--clock', 'none'], /no times to compare/],
    [['record', '1', '--root', 'a::b', '-o', 'x', '--bare-first', '--wait-for-roots'], /must be loaded/],
    [
      ['record', '1', '-r', 'a::b', '-r', 'a::c', '-o', 'x', '--bare-first'],
      /--bare-first: one root is timed bare first, and 2 patterns are given/,
    ],
    [['doctor', '--diagnostics', '--format', 'json'], /--diagnostics with --format json/],
    [['doctor', '1', '--diagnostics'], /--diagnostics with a target/],
    [['report'], /sluice: Missing required argument 'file'\.\n *See `sluice report --help`/],
  ])('%j ends with 2 and a sentence', async (args, sentence) => {
    const { code, err, out } = await sluice(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(sentence);
  });

  it.each([
    [['record', '4711x', '--root', 'a::b', '-o', 'x'], 3, /No running JVM has "4711x"/],
    [['record', '999999999', '--root', 'a::b', '-o', 'x'], 3, /Process 999999999 does not exist/],
    [['record', '1', '--root', 'a::b', '-o', 'x'], 3, /Process 1 runs no JVM/],
    [['report', '/nowhere/x.sluice'], 1, /\/nowhere\/x\.sluice could not be read: there is no such file/],
    [
      ['record', '1', '--root', 'a::b', '-o', '/nowhere/x'],
      1,
      /\/nowhere\/x could not be written: there is no folder \/nowhere\./,
    ],
    [['launch', '--root', 'a::b', '-o', '/dev/null', '--', 'java'], 1, /it is a device or pipe/],
    [
      ['record', '1', '--root', 'a::b', '-o', 'x', '--commands', '/nowhere/pipe'],
      1,
      /--commands \/nowhere\/pipe could not be opened: there is no such file.*\n *Make a pipe: mkfifo/,
    ],
    [['report', '/'], 1, /\/ could not be read: it is a folder/],
    [['report', '/etc/passwd'], 1, /\/etc\/passwd: The file is not a Sluice recording/],
  ])('%j ends with %d and a sentence', async (args, code, sentence) => {
    const run = await sluice(...args);
    expect([run.code, run.out]).toEqual([code, '']);
    expect(run.err).toMatch(sentence);
  });
});
