import { SluiceError, messageOf, type SluiceErrorCode } from '../base/errors.ts';
import type { EngineApi, EngineError, EngineUpdate } from './engineApi.ts';
import { EngineGone } from './engineGone.ts';

/**
 * EngineApi over any pipe of text messages: the client makes a proxy, the server dispatches to an EngineApi.
 *   client -> server  {"id":1,"method":"attach","params":[4711]}
 *   server -> client  {"id":1,"result":{...}}  |  {"id":1,"error":{"code","message","remedy"}}  |  {"update":{...}}
 */
type Question = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: EngineError };
type ServerMessage = Answer | { readonly update: EngineUpdate };

const METHODS: { readonly [Name in keyof EngineApi]: true } = {
  listJvms: true,
  attach: true,
  attachDemo: true,
  launch: true,
  searchClasses: true,
  methodsOf: true,
  ownCode: true,
  extent: true,
  preview: true,
  start: true,
  switchOff: true,
  switchOn: true,
  cancelStart: true,
  recordNow: true,
  rootCallers: true,
  pause: true,
  resume: true,
  reset: true,
  flush: true,
  stop: true,
  detach: true,
  sample: true,
  endSampling: true,
  cancelSampling: true,
  threads: true,
  programStart: true,
  deadlocks: true,
  dumpThreads: true,
  monitor: true,
  threadNames: true,
  heapCount: true,
  announceDump: true,
  dumpHeap: true,
  findings: true,
  keptRecordings: true,
  keepRecording: true,
  labelRecording: true,
  forgetRecording: true,
  source: true,
  openInEditor: true,
  diagnostics: true,
  status: true,
};

export interface RpcClient {
  readonly engine: EngineApi;
  /** Feed every message that arrives. */
  receive(text: string): void;
  /** The pipe broke: every open question is rejected with EngineGone. */
  close(reason: string): void;
}

export function createRpcClient(
  send: (text: string) => void,
  onUpdate: (update: EngineUpdate) => void,
): RpcClient {
  let nextId = 1;
  const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = nextId++;
      open.set(id, { resolve, reject });
      send(JSON.stringify({ id, method, params } satisfies Question));
    });
  const methods = Object.keys(METHODS).map((method) => [
    method,
    (...params: unknown[]) => ask(method, params),
  ]);
  return {
    engine: Object.fromEntries(methods) as EngineApi,
    receive(text) {
      const message = JSON.parse(text) as ServerMessage;
      if ('update' in message) return onUpdate(message.update);
      const question = open.get(message.id);
      if (!question) return;
      open.delete(message.id);
      if (message.error) question.reject(errorFromWire(message.error));
      else question.resolve(message.result);
    },
    close(reason) {
      for (const { reject } of open.values()) reject(new EngineGone(reason));
      open.clear();
    },
  };
}

export interface DispatchHooks {
  /** Hears of each question that the engine is asked. */
  readonly onAsked?: (method: keyof EngineApi, params: readonly unknown[], answer: Promise<unknown>) => void;
  /** Hears of those that are answered with an error. */
  readonly onFailed?: (method: keyof EngineApi, thrown: unknown) => void;
}

/** Answers one question; never rejects. Text that is no question gets an error with id 0. */
export async function dispatch(
  engine: EngineApi,
  text: string,
  { onAsked, onFailed }: DispatchHooks = {},
): Promise<string> {
  let id = 0;
  let asked: keyof EngineApi | null = null;
  try {
    const question = parseQuestion(text);
    if (typeof question.id === 'number') id = question.id;
    const { method, params } = question;
    if (typeof method !== 'string' || !Array.isArray(params)) {
      throw new SluiceError('protocol', 'RPC: a method and its params are needed');
    }
    if (!Object.hasOwn(METHODS, method)) {
      throw new SluiceError('protocol', `RPC: ${JSON.stringify(method)} is not a method of the engine`);
    }
    asked = method as keyof EngineApi;
    const call = engine[asked] as (...params: unknown[]) => Promise<unknown>;
    const answer = call.apply(engine, params);
    onAsked?.(asked, params, answer);
    return JSON.stringify({ id, result: await answer });
  } catch (thrown) {
    if (asked !== null) onFailed?.(asked, thrown);
    return JSON.stringify({ id, error: errorToWire(thrown) } satisfies Answer);
  }
}

/** @throws SluiceError 'protocol' when the text is no JSON object */
function parseQuestion(text: string): Partial<Question> {
  let question: unknown;
  try {
    question = JSON.parse(text);
  } catch (thrown) {
    throw new SluiceError('protocol', `RPC: the message is not JSON: ${messageOf(thrown)}`);
  }
  if (typeof question !== 'object' || question === null) {
    throw new SluiceError('protocol', 'RPC: the message is not a JSON object');
  }
  return question;
}

export function errorToWire(thrown: unknown): EngineError {
  return thrown instanceof SluiceError
    ? { code: thrown.code, message: thrown.message, remedy: thrown.remedy }
    : { code: 'bug', message: messageOf(thrown), remedy: '' };
}

function errorFromWire(error: EngineError): Error {
  return error.code === 'bug'
    ? new Error(error.message)
    : new SluiceError(error.code satisfies SluiceErrorCode, error.message, error.remedy);
}
