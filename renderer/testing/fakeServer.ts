import { build, type Plugin } from 'esbuild';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { WebSocketServer } from 'ws';
import { KeptRecordings } from '../../electron/engine/recordings/keptRecordings.ts';
import { answerKept, KEPT_PATH } from '../../electron/engine/server/idRoutes.ts';
import { SECURITY_HEADERS } from '../../electron/engine/server/securityHeaders.ts';
import { dispatch } from '../../shared/ipc/rpc.ts';
import { isOver } from '../../shared/ipc/engineClient.ts';
import { FakeEngine, type FakeEngineOptions } from './fakeEngine.ts';

const TOKEN = 'token';
/** As much as a flood sends in some of its ticks. */
const WRITTEN_AHEAD_BYTES = 8 << 20;
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface FakeServer {
  readonly url: string;
  readonly engine: FakeEngine;
  /** By name: what is served beside the page. */
  readonly files: Map<string, Uint8Array>;
  /** As if the engine had died: every connection breaks. */
  breakConnections(): void;
  close(): Promise<void>;
}

/**
 * Bundles the page into a new folder, as build/bundle.mjs does.
 * @param rendererFolder the folder with index.tsx
 */
export async function bundlePage(rendererFolder: string, plugins: Plugin[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-page-'));
  const options = {
    bundle: true,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
    plugins,
    outdir: folder,
    splitting: true,
  } as const;
  await build({ ...options, entryPoints: [join(rendererFolder, 'index.tsx')] });
  await build({
    ...options,
    entryPoints: [join(rendererFolder, 'worker/cctWorker.ts')],
  });
  await copyFile(join(rendererFolder, 'index.html'), join(folder, 'index.html'));
  return folder;
}

/** Serves a bundled page with a fake engine behind it, on a free port of the loopback interface. */
export async function startFakeServer(
  pageFolder: string,
  options: FakeEngineOptions = {},
): Promise<FakeServer> {
  const keptFolder = join(tmpdir(), `sluice-kept-${randomUUID()}`);
  const engine = new FakeEngine(options, new KeptRecordings(keptFolder));
  const files = new Map<string, Uint8Array>();
  const server = createServer({ highWaterMark: WRITTEN_AHEAD_BYTES }, (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = path.slice(TOKEN.length + 2);
    const file = files.get(name);
    const kept = KEPT_PATH.exec(name);
    if (file) response.end(file);
    else if (kept) void answerKept(engine.kept, kept[1], request, response);
    else if (path.startsWith(`/${TOKEN}/sessions/fake/events/`)) streamEvents(engine, request, response);
    else sendFile(pageFolder, path, response);
  });
  const sockets = new WebSocketServer({ server, path: `/${TOKEN}/rpc` });
  sockets.on('connection', (socket) => {
    const forget = engine.onUpdate((update) => socket.send(JSON.stringify({ update })));
    socket.on('close', forget);
    socket.on('message', (data: Buffer) => {
      void dispatch(engine, data.toString('utf8')).then((answer) => socket.send(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breakConnections = (): void => {
    for (const socket of sockets.clients) socket.terminate();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${TOKEN}/`,
    engine,
    files,
    breakConnections,
    async close() {
      engine.close();
      breakConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(keptFolder, { recursive: true, force: true });
    },
  };
}

export async function removePage(pageFolder: string): Promise<void> {
  await rm(pageFolder, { recursive: true, force: true });
}

function streamEvents(engine: FakeEngine, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  const forgetBlocks = engine.onBlock((block) => response.write(block));
  const forgetUpdates = engine.onUpdate((update) => {
    if (update.kind === 'status' && isOver(update.status)) response.end();
  });
  request.on('close', () => {
    forgetBlocks();
    forgetUpdates();
  });
}

function sendFile(folder: string, path: string, response: ServerResponse): void {
  const name = path === `/${TOKEN}/` ? 'index.html' : path.slice(TOKEN.length + 2);
  const type = TYPES[extname(name)];
  if (!path.startsWith(`/${TOKEN}/`) || !/^[\w-]+\.[a-z]+$/.test(name) || !type) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Type': type });
  createReadStream(join(folder, name)).pipe(response);
}
