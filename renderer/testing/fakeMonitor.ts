import type { EngineApi } from '../../shared/ipc/engineApi.ts';
import type { Monitoring, MonitorSample } from '../../shared/monitor/monitorSample.ts';
import { FakeExtent } from './fakeExtent.ts';
import { fakeJvms } from './fakeJvms.ts';

/** So much of its past is there at the first question. */
const PAST_S = 120;
const MIB = 1 << 20;

/** The part of a fake engine that looks at JVMs: a shop whose load goes up and down, with a collection each ten seconds. */
export class FakeMonitor
  extends FakeExtent
  implements Pick<EngineApi, 'monitor' | 'threadNames' | 'programStart'>
{
  /** The JVMs that are looked at have ended. */
  monitoredEnded = false;
  monitorLimits: readonly string[] = [];
  readonly #sinceS = Math.floor(Date.now() / 1000) - PAST_S;

  readonly monitor: EngineApi['monitor'] = (pid, afterMs): Promise<Monitoring> => {
    const nowS = Math.floor(Date.now() / 1000);
    const samples = Array.from({ length: nowS - this.#sinceS }, (_, i) => sampleAt(i, this.#sinceS + i + 1));
    return Promise.resolve({
      jvm: {
        ...{ pid, mainClass: 'com.acme.shop.ShopServer', javaVersion: '25.0.1', collector: 'G1', cores: 8 },
        pools: ['Eden', 'Survivor', 'Old', 'Metaspace'],
      },
      limits: this.monitorLimits,
      samples: samples.filter(({ atMs }) => atMs > afterMs),
      hasEnded: this.monitoredEnded,
    });
  };

  readonly threadNames: EngineApi['threadNames'] = () => Promise.resolve([[4720, 'http-nio-8080-exec-1']]);

  readonly programStart: EngineApi['programStart'] = (pid) => {
    const { mainClass = '', commandLine = '' } = fakeJvms().find((jvm) => jvm.pid === pid) ?? {};
    const start = {
      commandLine: `/opt/jdk/bin/java ${commandLine}`,
      folder: '/srv',
      root: `${mainClass}::main`,
    };
    return Promise.resolve(start);
  };
}

function sampleAt(second: number, atS: number): MonitorSample {
  const load = 1 + Math.sin(second / 9);
  const sinceCollection = second % 10;
  const collects = sinceCollection === 0;
  const edenBytes = sinceCollection * 24 * MIB;
  const oldBytes = (180 + Math.floor(second / 10)) * MIB;
  return {
    ...{ atMs: atS * 1000, lengthMs: 1000 },
    processCores: 1.4 * load + 0.2,
    collectorCores: collects ? 0.6 : 0.02,
    machineCores: 1.4 * load + 1.1,
    ...{ heapUsedBytes: edenBytes + oldBytes + 12 * MIB, heapCommittedBytes: 512 * MIB },
    poolUsedBytes: [edenBytes, 12 * MIB, oldBytes, 61 * MIB],
    ...{ liveThreads: 41 + (second % 3), daemonThreads: 36, systemThreads: 63 + (second % 3) },
    ...{ loadedClasses: 14_200 + Math.floor(second / 5), safepoints: collects ? 2 : 0 },
    ...{ safepointMs: collects ? 21.5 : 0, collections: collects ? 1 : 0, collectionMs: collects ? 19.2 : 0 },
    busiest: [
      { tid: 4720, name: 'http-nio-8080-e', cores: 0.9 * load },
      { tid: 4721, name: 'http-nio-8080-e', cores: 0.4 * load },
      { tid: 4715, name: 'C2 CompilerThre', cores: 0.12 },
      { tid: 4713, name: 'GC Thread#0', cores: 0.05 },
      { tid: 4711, name: 'java', cores: 0.01 },
    ],
  };
}
