import { JsonReader } from '../base/jsonReader.ts';
import type { DumpAccount } from './dumpAccount.ts';
import type { ThreadDump } from './dumpedThread.ts';
import { GrowingDump } from './growingDump.ts';
import type { GrowingThread } from './growingThread.ts';

/**
 * Thread dumps as JSON: of `jcmd Thread.dump_to_file -format=json` (HotSpotDiagnosticMXBean.dumpThreads; JDK 21 has neither states
 * nor locks), the only ones with virtual threads beside its text
 *
 *     {"threadDump": {"time": "2026-..", "threadContainers": [{"threads": [{"tid": "3", "name": "main", "state": "BLOCKED", "stack": [..]}]}]}}
 *
 * and of Spring Boot's /actuator/threaddump, which is java.lang.management.ThreadInfo
 *
 *     {"threads": [{"threadName": "main", "threadId": 1, "threadState": "BLOCKED", "stackTrace": [{"className": ..}], "lockInfo": {..}}]}
 *
 * @returns none where it is other JSON
 */
export function jsonDumps(bytes: Uint8Array, account: DumpAccount): ThreadDump[] {
  const reader = new JsonReader(bytes);
  const dumps: ThreadDump[] = [];
  const read = (dump: JsonDump): void => {
    dump.read();
    if (dump.dump.threads.length > 0) dumps.push(dump.dump.finish());
  };
  // A file may have several, one behind the other.
  while (reader.next !== '') read(new JsonDump(reader, account));
  return dumps;
}

class JsonDump {
  readonly dump: GrowingDump;
  readonly #json: JsonReader;

  constructor(json: JsonReader, account: DumpAccount) {
    this.#json = json;
    this.dump = new GrowingDump(account);
  }

  read(): void {
    const json = this.#json;
    if (json.next === '[') return json.items(() => this.#thread()); // of Spring Boot 1
    json.fields((name) => {
      if (name === 'threads') json.items(() => this.#thread());
      else if (name === 'threadDump') json.fields((field) => this.#fieldOfDump(field));
    });
  }

  #fieldOfDump(name: string): void {
    const json = this.#json;
    if (name === 'time') this.dump.takenAt = json.text();
    else if (name === 'threadContainers')
      json.items(() =>
        json.fields((field) => {
          if (field === 'threads') json.items(() => this.#thread());
        }),
      );
  }

  #thread(): void {
    if (this.#json.next !== '{') return;
    const thread = this.dump.next();
    this.#json.fields((name) => this.#fieldOf(thread, name));
  }

  #fieldOf(thread: GrowingThread, name: string): void {
    const json = this.#json;
    switch (name) {
      case 'tid':
      case 'threadId':
        thread.id = numberOf(json.text());
        return;
      case 'name':
      case 'threadName':
        thread.name = json.text();
        return;
      case 'state':
      case 'threadState':
        thread.state = json.text();
        return;
      case 'virtual':
        thread.isVirtual = json.text() === 'true';
        return;
      case 'daemon':
        thread.isDaemon = json.text() === 'true';
        return;
      case 'stack':
        return json.items(() => thread.frame(json.text()));
      case 'stackTrace':
        return json.items(() => thread.frame(this.#element()));
      case 'blockedOn':
        return this.#lock(thread, 'waitsFor', json.text());
      case 'waitingOn':
        return this.#lock(thread, 'waitsOn', json.text());
      case 'parkBlocker':
        return this.#parkBlocker(thread);
      case 'monitorsOwned':
        return json.items(() =>
          json.fields((field) => {
            if (field === 'locks') json.items(() => this.#lock(thread, 'holds', json.text()));
          }),
        );
      case 'lockName':
        return this.#lock(thread, 'waitsOn', json.text());
      case 'lockedMonitors':
      case 'lockedSynchronizers':
        return json.items(() => this.#lock(thread, 'holds', this.#lockInfo()));
    }
  }

  /** `java.lang.Object@3baf7016`, class and identity hash. */
  #lock(thread: GrowingThread, role: 'holds' | 'waitsFor' | 'waitsOn', lock: string): void {
    if (lock.includes('@')) thread.lock(role, lock, classOf(lock));
  }

  /** Of JDK 25: {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@1b2c", "owner": "12"}. */
  #parkBlocker(thread: GrowingThread): void {
    let lock = '';
    let owner: number | null = null;
    if (this.#json.next === '"') lock = this.#json.text();
    else
      this.#json.fields((name) => {
        if (name === 'object') lock = this.#json.text();
        else if (name === 'owner') owner = numberOf(this.#json.text());
      });
    this.#lock(thread, 'waitsFor', lock);
    if (owner !== null && lock.includes('@')) this.dump.owned(owner, lock);
  }

  /** {"className": "java.lang.Object", "identityHashCode": 1001}; as a lock is named elsewhere. */
  #lockInfo(): string {
    let [className, hash] = ['', ''];
    this.#json.fields((name) => {
      if (name === 'className') className = this.#json.text();
      else if (name === 'identityHashCode') hash = this.#json.text();
    });
    const number = numberOf(hash);
    return number === null ? '' : `${className}@${number.toString(16)}`;
  }

  /** As StackTraceElement.toString has it. */
  #element(): string {
    if (this.#json.next === '"') return this.#json.text();
    const fields = new Map<string, string>();
    this.#json.fields((name) => fields.set(ELEMENT_FIELDS.has(name) ? name : '', this.#json.text()));
    const of = (name: string): string => fields.get(name) ?? '';
    const module =
      of('moduleName') === ''
        ? ''
        : `${of('moduleName')}${of('moduleVersion') && '@'}${of('moduleVersion')}/`;
    const line = Number(of('lineNumber')) > 0 ? `:${of('lineNumber')}` : '';
    const place =
      of('nativeMethod') === 'true' ? 'Native Method' : `${of('fileName') || 'Unknown Source'}${line}`;
    return `${module}${of('className')}.${of('methodName')}(${place})`;
  }
}

const ELEMENT_FIELDS: ReadonlySet<string> = new Set([
  ...['moduleName', 'moduleVersion', 'className', 'methodName'],
  ...['fileName', 'lineNumber', 'nativeMethod'],
]);

function numberOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function classOf(lock: string): string {
  return lock.slice(0, lock.indexOf('@'));
}
