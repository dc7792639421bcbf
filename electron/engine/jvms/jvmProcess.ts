import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { attachSocketHindrance, attachSocketName, holdHotspotTmp, HOTSPOT_TMP } from './attachPlaces.ts';
import { javaVersionIn } from './jdkHome.ts';
import { inspectMacJvm, readMacPerfData } from './macProcess.ts';
import { featureVersionOf, readAttachFlags, splitJavaCommand, splitOptions } from './javaOptions.ts';
import type { JvmProcess, ProcStatus, VirtualMachineKind } from './jvmFacts.ts';
import { collectorIn, type PerfData } from './hsperfdata.ts';
import { PerfDataFiles, type PerfDataLook } from './perfDataFiles.ts';
import { startedMain, startedMainOf } from './startedMain.ts';
import { asWhoMayLook } from './targetUser.ts';
import {
  readCommandLine,
  readEnvironment,
  readProcStatus,
  readProcText,
  readStartTicks,
  uptimeMsOf,
} from './procStatus.ts';

/** As many mappings as Linux allows to a process (65,530), of 128 bytes each. */
const MAPS_LIMIT_BYTES = 8 << 20;

/**
 * All that can be found out about `pid`; null when there is no such process or it runs no Java. Of what it reads, its status alone
 * is the kernel's word: the rest is what the process, or anybody at the same place, has put there.
 * @param perfDataFiles one for all processes of a list
 */
export function inspectJvm(pid: number, perfDataFiles = new PerfDataFiles()): JvmProcess | null {
  if (process.platform === 'darwin') return inspectMacJvm(pid);
  const status = readProcStatus(pid);
  const startTicks = readStartTicks(pid);
  if (!status || startTicks === null || status.state === 'Z') return null;
  const commandLine = readCommandLine(pid);
  if (commandLine.length === 0) return null; // a kernel thread
  const inspect = (): JvmProcess | null =>
    inspectProcess(pid, status, startTicks, commandLine, perfDataFiles);
  try {
    return asWhoMayLook(status, () => {
      readlinkSync(`/proc/${pid}/root`);
      return inspect();
    });
  } catch {
    return inspect(); // what may be looked at by all
  }
}

function inspectProcess(
  pid: number,
  status: ProcStatus,
  startTicks: number,
  commandLine: readonly string[],
  perfDataFiles: PerfDataFiles,
): JvmProcess | null {
  const maps = readProcText(pid, 'maps', MAPS_LIMIT_BYTES);
  const library = maps === null ? null : jvmLibraryIn(maps);
  const root = readLink(`/proc/${pid}/root`);
  const perfData = perfDataOf(pid, status, root !== null, perfDataFiles);
  // Of another user's process the mappings are closed to us, and one that has not loaded its library yet is a JVM about to start.
  if (library === null && !perfData.exists && basename(commandLine[0]) !== 'java') return null;

  const command = splitJavaCommand(commandLine.slice(1));
  const textOf = (name: string): string => String(perfData.values.get(name) ?? '');
  const rootPrefix = root === null ? null : sharesFiles(pid, root) ? '' : `/proc/${pid}/root`;
  const javaVersion =
    textOf('java.property.java.version') || releaseVersion(library, rootPrefix ?? `/proc/${pid}/root`);
  const vmName = textOf('java.property.java.vm.name');
  const capabilities = textOf('sun.rt.jvmCapabilities');
  const hasSocket = rootPrefix !== null && attachSocketExists(pid, status.nsPid);
  return {
    pid,
    startTicks,
    uptimeMs: uptimeMsOf(startTicks),
    status,
    commandLine,
    mainClass: startedMainOf(textOf('sun.rt.javaCommand'), command.main) || startedMain(command.main),
    javaVersion,
    feature: featureVersionOf(javaVersion),
    vmName,
    collector: collectorIn(perfData.values),
    kind: kindOf(vmName, library, maps !== null),
    // The JVM's own list of its arguments is complete: @files are expanded in it.
    flags: readAttachFlags(
      [...command.options, ...splitOptions(textOf('java.rt.vmArgs'))],
      readEnvironment(pid),
    ),
    attachCapability: capabilities === '' ? null : capabilities.startsWith('1'),
    perfDataRefusal: perfData.refusal,
    rootPrefix,
    container: rootPrefix !== null && rootPrefix !== '',
    sharesNetwork: sameNamespace(pid, 'net'),
    attachSocketExists: hasSocket,
    attachSocketHindrance: rootPrefix === null || hasSocket ? '' : attachSocketHindrance(pid, status),
    lostWorkingFolder: lostWorkingFolder(pid, maps),
  };
}

/** @param isOpen we may look into its file system, which may be another one */
function perfDataOf(
  pid: number,
  { euid, nsPid }: ProcStatus,
  isOpen: boolean,
  files: PerfDataFiles,
): PerfDataLook {
  return isOpen
    ? files.lookFor({ euid, pid: nsPid }, `/proc/${pid}/root`, HOTSPOT_TMP)
    : files.lookFor({ euid, pid }, '', HOTSPOT_TMP);
}

/** The performance data of a JVM that was inspected before, as they are now. */
export function presentPerfData({ pid, status, rootPrefix }: JvmProcess, files: PerfDataFiles): PerfData {
  if (process.platform === 'darwin') return readMacPerfData(pid);
  const look = (): PerfData => perfDataOf(pid, status, rootPrefix !== null, files).values;
  return rootPrefix === null ? look() : asWhoMayLook(status, look);
}

/** Path of the JVM library among the mappings; null when none is mapped. */
function jvmLibraryIn(maps: string): string | null {
  for (const line of maps.split('\n')) {
    const at = line.indexOf('/'); // the columns before the path hold none
    if (at < 0) continue;
    const path = line.slice(at).replace(/ \(deleted\)$/, '');
    if (/\/(?:libjvm|libj9vm\d*)\.so$/.test(path)) return path;
  }
  return null;
}

/**
 * The agent's jar is opened by java.nio.file, whose initialisation asks for the working folder (UnixFileSystem's constructor, getcwd). Where
 * that fails, the JVM's classes for files are unusable from then on. It is over once libnio is loaded, as by any jar of the class path.
 */
function lostWorkingFolder(pid: number, maps: string | null): boolean {
  if (maps === null || /\/libnio\.so$/m.test(maps)) return false;
  return readLink(`/proc/${pid}/cwd`)?.endsWith(' (deleted)') ?? false;
}

function kindOf(vmName: string, library: string | null, mapsReadable: boolean): VirtualMachineKind {
  if (/OpenJ9|J9 VM/.test(vmName) || (library !== null && /j9vm|\/j9\//.test(library))) return 'openj9';
  if (/Substrate/.test(vmName)) return 'native-image';
  return library === null && mapsReadable ? 'none' : 'hotspot';
}

/** JAVA_VERSION of the `release` file of the installation that the JVM library belongs to; "" when not to be had. */
function releaseVersion(library: string | null, rootPrefix: string): string {
  if (library === null) return '';
  const libraryFolder = dirname(dirname(library)); // JDK/lib of JDK/lib/server/libjvm.so
  return javaVersionIn(dirname(libraryFolder), rootPrefix);
}

/** Same mount namespace and no chroot: a path means the same file on both sides. */
function sharesFiles(pid: number, root: string): boolean {
  return root === readLink('/proc/self/root') && sameNamespace(pid, 'mnt');
}

function sameNamespace(pid: number, name: 'mnt' | 'net'): boolean {
  return readLink(`/proc/${pid}/ns/${name}`) === readLink(`/proc/self/ns/${name}`);
}

function attachSocketExists(pid: number, nsPid: number): boolean {
  try {
    const tmp = holdHotspotTmp(pid);
    try {
      return lstatSync(tmp.pathOf(attachSocketName(nsPid))).isSocket();
    } finally {
      tmp.close();
    }
  } catch {
    return false;
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
