import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { readClassFiles, type Jdk } from '../../shared/testing/compileJava.ts';
import { StoredZip } from '../../shared/testing/storedZip.ts';
import { JudgePrograms } from './judgePrograms.ts';
import {
  differences,
  link,
  linkingText,
  only,
  writeNames,
  type ClassToLink,
  type Linking,
} from './linking.ts';
import { ProbedClasses } from './probedClasses.ts';
import { RegionClasses } from './regionClasses.ts';
import { verdict, type Verdict } from './verdict.ts';

/** CPU time that a JVM may take to load and verify a whole JDK with probes, over what it takes without them. */
const MOST_LINKING_TIMES = 2;

/** Judges the rewriter by every class of a JDK, java.base included. @param directory empty, for what is made on the way */
export function judgeJdk(jdk: Jdk, directory: string, say: (text: string) => void): Verdict[] {
  const programs = new JudgePrograms(jdk, directory);
  const probed = new ProbedClasses();
  const modules = new Map<string, StoredZip>();
  const names: ClassToLink[] = [];
  const regions = new RegionClasses();
  const regionModules = new Map<string, StoredZip>();
  const regionNames: ClassToLink[] = [];
  for (const { container, path, bytes } of programs.dump('DumpJrt', [])) {
    const { model, probed: rewritten } = probed.add(bytes);
    // A patch cannot replace the module's own declaration; it has no methods either.
    if (path === 'module-info.class') continue;
    const zip = modules.get(container) ?? new StoredZip();
    modules.set(container, zip.add(path, rewritten));
    names.push({ module: container, name: model.name.replaceAll('/', '.') });
    if (!RegionClasses.MODULES.includes(container)) continue;
    const regionZip = regionModules.get(container) ?? new StoredZip();
    regionModules.set(container, regionZip.add(path, regions.add(model)));
    regionNames.push({ module: container, name: model.name.replaceAll('/', '.') });
  }
  for (const line of [...probed.summary(), ...regions.summary()]) say(line);
  const patches = patchFlags(modules, directory, 'probed', programs.stub);
  const namesFile = writeNames(directory, 'names', names);
  const flags = ['-Xshare:off', '--add-modules', 'ALL-SYSTEM'];
  const plainLinking = link(programs, flags, [], namesFile);
  say(`without probes: ${linkingText(plainLinking)}`);
  const linkProbed = (): Linking => {
    const linking = link(programs, [...flags, ...patches], [], namesFile);
    say(`with probes: ${linkingText(linking)}`);
    return linking;
  };
  const probedLinking = linkProbed();
  const slow = tooSlow(plainLinking.cpuMs, probedLinking.cpuMs);
  // A processor that is shared does less in the same CPU time: a second time counts as well.
  const slowTwice = slow.length === 0 ? slow : tooSlow(plainLinking.cpuMs, linkProbed().cpuMs);
  const regionFlags = [...flags, ...patchFlags(regionModules, directory, 'regions', programs.stub)];
  const regionLinking = link(programs, regionFlags, [], writeNames(directory, 'regionNames', regionNames));
  say(`with regions: ${linkingText(regionLinking)}`);
  return [
    verdict('every class written unchanged is the same, byte for byte', probed.notSameUnchanged),
    verdict('every method without its probes is the original', probed.notSameWithoutProbes),
    verdict('every class links with probes in every method', differences(plainLinking, probedLinking)),
    verdict(
      'classes with a timed region in every method link',
      differences(only(plainLinking, regionNames), regionLinking),
    ),
    verdict('linking every class takes no longer than it may', slowTwice),
    verdict(
      'the compiler with probes in all it runs does the same',
      judgeJavac(programs, directory, patches, say),
    ),
  ];
}

/** The classes of each module, as a jar that takes the place of the module's own. */
function patchFlags(
  modules: ReadonlyMap<string, StoredZip>,
  directory: string,
  name: string,
  stub: string,
): string[] {
  return [...modules].flatMap(([module, zip]) => {
    const file = join(directory, `${name}-${module}.jar`);
    writeFileSync(file, zip.toBytes());
    const before = module === 'java.base' ? stub + delimiter : '';
    return ['--patch-module', `${module}=${before}${file}`];
  });
}

function tooSlow(plainMs: number, probedMs: number): string[] {
  if (plainMs > 0 && probedMs <= MOST_LINKING_TIMES * plainMs) return []; // 0: nobody told it
  return [
    `a JVM takes ${probedMs} ms to link every class with probes, ${plainMs} ms without; at most ${MOST_LINKING_TIMES} times as long is allowed`,
  ];
}

/** The JDK's compiler, run on a JDK with probes everywhere, must write the same class files, its probes in balance. */
function judgeJavac(
  programs: JudgePrograms,
  directory: string,
  patches: readonly string[],
  say: (text: string) => void,
): string[] {
  const sources = ['DumpJrt.java', 'VerifyAll.java'].map((name) => join('e2e', 'targets', name));
  const plainOut = join(directory, 'plain');
  const probedOut = join(directory, 'probed');
  execFileSync(join(programs.jdk.home, 'bin', 'javac'), ['-d', plainOut, ...sources]);
  const args = ['-d', probedOut, ...sources];
  const output = programs.run('BalancedJavac', ['-Xshare:off', ...patches], [], args);
  const said = output.split('\n').filter((line) => /^(status|entries|open) /.test(line));
  say(`javac with probes: ${said.join(', ')}`);
  if (said[0] !== 'status 0' || said[2] !== 'open 0') {
    return [
      `javac with probes ended with ${said.join(', ') || output.slice(-2000)}; wanted are status 0 and open 0`,
    ];
  }
  const plain = readClassFiles(plainOut);
  const probed = readClassFiles(probedOut);
  const isSame =
    plain.size === probed.size &&
    [...plain].every(([name, bytes]) => Buffer.compare(bytes, probed.get(name) ?? new Uint8Array(0)) === 0);
  return isSame ? [] : ['javac with probes writes other class files'];
}
