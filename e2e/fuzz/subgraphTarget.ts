import { ensure } from '../../shared/base/assert.ts';
import { BugError } from '../../shared/base/errors.ts';
import type { ClassId, LoaderId, MethodId } from '../../shared/base/ids.ts';
import { parseMethodPattern } from '../../shared/callgraph/methodPattern.ts';
import { readClass } from '../../shared/classfile/classReader.ts';
import { CountingPolicy } from '../../shared/instrument/countingPolicy.ts';
import { InstrumentationFilter } from '../../shared/instrument/instrumentationFilter.ts';
import type { Probed } from '../../shared/instrument/instrumentationPlan.ts';
import { SiteIds } from '../../shared/instrument/siteIds.ts';
import { MethodIds } from '../../shared/instrument/methodIds.ts';
import { decodeMessage, encodeMessage } from '../../shared/wire/controlCodec.ts';
import { CLASS_FLAG, type ControlMessage } from '../../shared/wire/controlMessage.ts';
import { FrameSplitter, MAX_PACKET_LENGTH } from '../../shared/wire/frameSplitter.ts';
import type { UnderWay } from '../../electron/engine/revelation/loadWaits.ts';
import { Subgraph } from '../../electron/engine/revelation/revelationSubgraph.ts';
import { USUAL_LAYOUT } from '../../shared/events/objectLayout.ts';

/** What an agent tells in a recording, one packet behind the other. @param classes class files by name */
export function subgraphSeeds(classes: ReadonlyMap<string, Uint8Array>): readonly Uint8Array[] {
  const [name, bytes] = ensure([...classes][0], 'a class');
  const one = { classId: 1 as ClassId, loaderId: 1 as LoaderId, name, module: '' };
  const listed = { ...one, flags: CLASS_FLAG.modifiable, superId: 0 as ClassId, interfaceIds: [] };
  const list: ControlMessage = { kind: 'classes', loaders: [], classes: [listed], corePackages: [] };
  const files: ControlMessage = { kind: 'classBytes', classes: [{ classId: 1 as ClassId, bytes }] };
  const invoked: ControlMessage = { kind: 'firstInvoked', methodIds: [16, 17, 18] as MethodId[] };
  const reflected: ControlMessage = {
    ...{ kind: 'reflected', number: 1, classId: 1 as ClassId, isStatic: false },
    ...{ name: 'lambda', descriptor: '([JD)Ljava/lang/Runnable;' },
  };
  const loading: ControlMessage = {
    kind: 'classLoading',
    ...one,
    classId: 2 as ClassId,
    outside: false,
    core: false,
    bytes,
  };
  const rewrite: ControlMessage = { kind: 'rewriteClass', classId: 1 as ClassId, bytes };
  return [
    [list, files, invoked, rewrite],
    [list, files, invoked, reflected, loading, rewrite],
    [list, loading, invoked, loading, rewrite],
  ].map((messages) => Buffer.concat(messages.map((message, i) => encodeMessage(i, message))));
}

/** The state of a recording under any sequence of packets: what it hands out are class files, of methods that it knows. */
export function decodeSubgraph(bytes: Uint8Array): void {
  const roots = [parseMethodPattern('Victim::*')];
  const told = new Set<MethodId>();
  const subgraph = new Subgraph({
    ...{
      scheme: 'lazy',
      roots,
      followThreads: true,
      hearsOfAgents: true,
      ids: new MethodIds<Probed>(),
      onUnstopped: () => {},
      onRefusal: () => {},
      onRefusedClass: () => {},
    },
    filter: new InstrumentationFilter({
      ...{
        includes: [],
        excludes: [],
        includeCore: false,
        corePackages: new Set(),
        openModules: new Set(),
        openPackages: [],
        openClasses: [],
      },
    }),
    counting: new CountingPolicy(true, false, roots),
    probes: { sites: new SiteIds(USUAL_LAYOUT), requests: null },
    accountProbes: null,
    onNote: () => {},
    onStep: () => {},
    onMethods: (methods) => methods.forEach(({ id }) => told.add(id)),
  });
  let hasBegun = false;
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    subgraph.start();
    subgraph.recordingStarted();
  };
  const splitter = new FrameSplitter();
  splitter.limitBytes = MAX_PACKET_LENGTH;
  for (const { type, fields } of splitter.frames(bytes)) {
    take(decodeMessage(type, fields));
    for (const classId of subgraph.plannedClassIds) {
      if (subgraph.classes.hierarchy.classOf(classId) === undefined)
        throw new BugError(`class ${classId} is planned, and nobody knows it`);
      for (const { methodId } of subgraph.plannedOf(classId))
        if (!told.has(methodId)) throw new BugError(`method ${methodId} is planned, and was not told`);
    }
  }

  function take(message: ControlMessage): void {
    switch (message.kind) {
      case 'classes':
        if (!hasBegun) drain(subgraph.addLoaded(message.classes));
        return;
      case 'classBytes':
        for (const { classId, bytes: file } of message.classes) subgraph.classes.analyse(classId, file);
        return;
      case 'classLoading':
        begin();
        return readAgain(
          subgraph.load({ ...message, isCore: message.core, asked: true }, nothingIsSwapped(subgraph)).bytes,
        );
      case 'firstInvoked':
        begin();
        return void subgraph.reveal(message.methodIds, true, 100);
      case 'reflected':
        begin();
        return void subgraph.revealReflected([message]);
      case 'rewriteClass':
        begin();
        return readAgain(subgraph.rewrite(message.classId, message.bytes));
      default:
        return;
    }
  }
}

function nothingIsSwapped({ plannedClassIds }: Subgraph): UnderWay {
  return { classIds: new Set(plannedClassIds), carries: () => false };
}

function drain(steps: Generator): void {
  while (steps.next().done !== true);
}

function readAgain(bytes: Uint8Array | null): void {
  if (bytes === null) return;
  try {
    readClass(bytes);
  } catch (thrown) {
    throw new BugError(`what is handed out is no class file: ${String(thrown)}`);
  }
}
