import { IdMap } from '../base/idMap.ts';
import { IdTable } from '../base/idTable.ts';
import { DumpAccount, sizeText } from './dumpAccount.ts';
import { DumpClasses, type HeapClass, type HeapClasses } from './dumpClasses.ts';
import { tooLargeDump } from './damagedDump.ts';
import { DUMP_LIMITS } from './dumpLimits.ts';
import { DumpNames } from './dumpNames.ts';
import { DumpVisitor, idOf, type ClassDump } from './dumpVisitor.ts';
import { GrowingInts } from './growingInts.ts';
import { ObjectIndex, type IdKind } from './objectIndex.ts';

/** Ints of a root in CountingPass.roots. */
export const ROOT_INTS = 5;

export interface StackFrame {
  readonly methodName: string;
  readonly className: string;
}

/** Ids were taken for addresses, and are none: the reading begins anew. */
export class IdsAreNumbers extends Error {
  override readonly name = 'IdsAreNumbers';
}

/** The first reading of a dump: what there is. Where each object lies, the classes, the names, the roots. */
export class CountingPass extends DumpVisitor {
  readonly objects: ObjectIndex;
  readonly names: DumpNames;
  readonly #classes: DumpClasses;
  /** kind, high and low half of the object's id, serial of the thread, number of the frame. */
  readonly roots = new GrowingInts();
  /** id of the frame -> id of the method's name, serial of the class. */
  readonly #frames = new IdMap<readonly [number, number]>();
  /** serial of the thread -> its frames, the innermost first. */
  readonly #framesOfThread = new IdMap<readonly number[]>();
  #frameCount = 0;
  readonly #loaders = new IdTable();
  /** id of a class loader -> id of its class; of loaders whose classes come before them, as HotSpot writes it. */
  readonly #classOfLoader = new IdMap<number>();
  /** Objects that came a second time. */
  repeated = 0;
  /** At most so many references are in the dump. */
  mostReferences = 0;
  readonly account: DumpAccount;
  readonly #idsAre: IdKind;

  /** @param idsAre addresses, as HotSpot writes them, or numbers of objects, as its HPROF agent did */
  constructor(memoryBytes: number, idsAre: IdKind = 'addresses') {
    super();
    this.#idsAre = idsAre;
    this.objects = new ObjectIndex(idsAre);
    this.account = new DumpAccount(memoryBytes);
    this.names = new DumpNames(this.account);
    this.#classes = new DumpClasses(this.account);
  }

  override string(id: number, bytes: Uint8Array): void {
    this.names.add(id, bytes);
  }

  override loadClass(serial: number, classId: number, nameId: number): void {
    this.#classes.loaded(serial, classId, nameId);
  }

  override frame(id: number, methodId: number, classSerial: number): void {
    if (this.#frames.size >= DUMP_LIMITS.frames) return;
    this.account.take('frame');
    this.#frames.set(id, [methodId, classSerial]);
  }

  override trace(_serial: number, threadSerial: number, frameIds: readonly number[]): void {
    this.#frameCount += frameIds.length;
    if (this.#frameCount >= DUMP_LIMITS.frames || threadSerial === 0) return;
    this.account.take('trace');
    this.account.take('frameOfTrace', frameIds.length);
    this.#framesOfThread.set(threadSerial, frameIds);
  }

  override root(kind: number, high: number, low: number, threadSerial: number, frame: number): void {
    this.account.take('root');
    for (const int of [kind, high, low, threadSerial, frame]) this.roots.push(int);
  }

  override classDump(dump: ClassDump): void {
    if (!this.#classes.add(dump)) {
      this.repeated++;
      return;
    }
    if (dump.loaderId !== 0) this.#loaders.setId(dump.loaderId, 0);
    this.#add(Math.floor(dump.id / 4294967296) | 0, dump.id | 0);
    // Superclass, loader, signers, domain, and its class.
    this.mostReferences += 5 + dump.statics.references;
  }

  override instance(
    high: number,
    low: number,
    classHigh: number,
    classLow: number,
    _at: number,
    bytes: number,
  ): void {
    this.#add(high, low);
    if (this.#loaders.get(high, low) >= 0) {
      this.account.take('loader');
      this.#classOfLoader.set(idOf(high, low), idOf(classHigh, classLow));
    }
    this.mostReferences += 1 + bytes / this.window.idBytes;
  }

  override objectArray(high: number, low: number, length: number): void {
    this.#add(high, low);
    this.mostReferences += 1 + length;
  }

  override primitiveArray(high: number, low: number): void {
    this.#add(high, low);
  }

  #add(high: number, low: number): void {
    // HotSpot's HPROF agent, up to JDK 8, numbered objects with 32 bits; HotSpot's own dumps have addresses.
    if (this.#idsAre === 'addresses' && this.window.idBytes === 4 && (low & 7) !== 0)
      throw new IdsAreNumbers();
    if (!this.objects.add(high, low)) this.repeated++;
    const { memoryBytes, takenBytes } = this.account;
    if ((this.objects.count & 0xff) === 0 && this.objects.bytes + takenBytes > memoryBytes)
      throw tooLargeDump(`where its objects lie takes more than ${sizeText(memoryBytes)}`);
  }

  /** All has been told. */
  finish(): HeapClasses {
    this.objects.freeze();
    return this.#classes.finish(this.names, this.window.idBytes);
  }

  /** Of a loader; undefined: not known. */
  classOfLoader(classes: HeapClasses, loaderId: number): HeapClass | undefined {
    return classes.withId(this.#classOfLoader.get(loaderId) ?? 0);
  }

  /** @param frame number of it in the stack of the thread, 0 the innermost */
  frameOf(classes: HeapClasses, threadSerial: number, frame: number): StackFrame | null {
    const found = this.#frames.get(this.#framesOfThread.get(threadSerial)?.[frame] ?? 0);
    if (found === undefined) return null;
    const [methodId, classSerial] = found;
    return { methodName: this.names.of(methodId), className: classes.withSerial(classSerial)?.name ?? '?' };
  }
}
