// @module-tag slow
import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileJava,
  removeFolder,
  startJvm,
  TEST_JDKS,
  type TestJvm,
} from '../engine/testing/javaFixture.ts';
import { sluice } from './testing/commandLine.ts';

/** Its own code sorts, which calls it back. */
const SORTING = `
import java.util.*;
public class Sorting {
  static void order() { List<Integer> list = new ArrayList<>(List.of(3, 1, 2)); list.sort(Sorting::compare); }
  static int compare(int a, int b) { return a - b; }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (true) { order(); Thread.sleep(5); }
  }
}`;

interface Reported {
  readonly target: { readonly ownPackages?: readonly string[] };
  readonly threads: readonly { readonly tree: Node }[];
}

describe.each(TEST_JDKS)('JDK $feature: --only auto', (java) => {
  let folder = '';
  let jvm: TestJvm;
  beforeAll(async () => {
    folder = compileJava('Sorting', SORTING);
    jvm = await startJvm({ java, arguments: ['-cp', folder, 'Sorting'] });
  });
  afterAll(async () => {
    await jvm.stop();
    removeFolder(folder);
  });

  it('is the own packages of the class path, which the command line names and the recording has', async () => {
    const file = join(folder, 'sorting.sluice');
    const asked = [
      'record',
      String(jvm.pid),
      '--root',
      'Sorting::order',
      '--only',
      'auto',
      '-d',
      '1s',
      '-o',
      file,
    ];
    const recorded = await sluice(...asked);
    expect(recorded.code, recorded.err).toBe(0);
    expect(recorded.err).toContain(`only your code: * (folder ${folder}); --scheme everything\n`);
    const { out } = await sluice('report', file, '--format', 'json');
    const { target, filter, methods } = JSON.parse(out) as {
      target: Reported['target'];
      filter: { includes: readonly string[] };
      methods: readonly { method: string }[];
    };
    expect(filter.includes).toEqual(['*']);
    expect(target.ownPackages).toEqual(['']);
    expect(methods.map(({ method }) => method)).toContain('compare');
  });

  it('keeps the scheme that was typed', async () => {
    const file = join(folder, 'lazy.sluice');
    const asked = [
      '--root',
      'Sorting::order',
      '--only',
      'auto',
      '--scheme',
      'lazy',
      '-d',
      '200ms',
      '-o',
      file,
    ];
    const { code, err } = await sluice('record', String(jvm.pid), ...asked);
    expect(code, err).toBe(0);
    expect(err).toContain(`only your code: * (folder ${folder})\n`);
    const { out } = await sluice('report', file, '--format', 'json');
    expect((JSON.parse(out) as { scheme: string }).scheme).toBe('lazy');
  });

  it('is for watch, too', async () => {
    const asked = ['--account', 'app=*', '--root', 'Sorting::order', '--only', 'auto', '-d', '200ms'];
    const { code, err } = await sluice('watch', String(jvm.pid), ...asked);
    expect(code, err).toBe(0);
    expect(err).toContain('only your code: * (');
  });

  it('is for preview, too', async () => {
    const { err, code } = await sluice(
      'preview',
      String(jvm.pid),
      '--root',
      'Sorting::order',
      '--only',
      'auto',
    );
    expect(code, err).toBe(0);
    expect(err).toContain('only your code: * (');
  });
});

const OTHERS = `
package com.acme.shop;
import java.util.*;
public class Others {
  static volatile long sum;
  static void order() { List<Integer> list = new ArrayList<>(List.of(3, 1, 2)); list.sort(Others::compare); }
  static int compare(int a, int b) { for (int i = 0; i < 1000; i++) sum += i; return a - b; }
  public static void main(String[] args) throws Exception {
    System.out.println("ready");
    while (true) order();
  }
}`;

describe.each(TEST_JDKS)('JDK $feature: own packages', (java) => {
  let folder = '';
  let jvm: TestJvm;
  beforeAll(async () => {
    folder = compileJava('Others', OTHERS);
    jvm = await startJvm({ java, arguments: ['-cp', folder, 'com.acme.shop.Others'] });
  });
  afterAll(async () => {
    await jvm.stop();
    removeFolder(folder);
  });

  it.each([
    ['calls', ['record', '--root', 'com.acme.shop.Others::order', '--include-core']],
    ['samples', ['sample']],
  ])('are a fact of a recording of %s, and --my-code is by them', async (kind, [command, ...options]) => {
    const file = join(folder, `${kind}.sluice`);
    const { code, err } = await sluice(command, String(jvm.pid), ...options, '-d', '1s', '-o', file);
    expect(code, err).toBe(0);
    const { out } = await sluice('report', file, '--format', 'json');
    expect((JSON.parse(out) as Reported).target.ownPackages).toEqual(['com.acme.shop']);
    const mine = await sluice('report', file, '--view', 'hot', '--my-code', '--format', 'json');
    const { rows } = JSON.parse(mine.out) as { readonly rows: readonly { readonly class: string }[] };
    const names = new Set(rows.map((row) => row.class));
    expect(names).toContain('com.acme.shop.Others');
    names.delete(''); // what has no own caller
    expect([...names]).toEqual(['com.acme.shop.Others']);
  });
});

/** A library hands out connections and calls back, the JDK asks over HTTP. */
const ORDERING = `
import com.sun.net.httpserver.HttpServer;
import java.net.*;
import java.net.http.*;
public class Ordering {
  static HttpClient client = HttpClient.newHttpClient();
  static lib.Pool pool = new lib.Pool();
  static void order(URI uri) throws Exception {
    pool.getConnection();
    pool.call(Ordering::back);
    client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
    ((HttpURLConnection) uri.toURL().openConnection()).getInputStream().close();
  }
  static void back() { pool.getLoginTimeout(); }
  public static void main(String[] args) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> { exchange.sendResponseHeaders(200, 0); exchange.close(); });
    server.start();
    URI uri = new URI("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    order(uri);
    System.out.println("ready");
    while (true) { order(uri); Thread.sleep(5); }
  }
}`;
const POOL = `
package lib;
public class Pool implements javax.sql.DataSource {
  public java.sql.Connection getConnection() { return take(); }
  public java.sql.Connection getConnection(String user, String password) { return take(); }
  private java.sql.Connection take() { return null; }
  public void call(Runnable back) { back.run(); }
  public java.io.PrintWriter getLogWriter() { return null; }
  public void setLogWriter(java.io.PrintWriter out) { }
  public void setLoginTimeout(int seconds) { }
  public int getLoginTimeout() { return 0; }
  public java.util.logging.Logger getParentLogger() { return null; }
  public <T> T unwrap(Class<T> type) { return null; }
  public boolean isWrapperFor(Class<?> type) { return false; }
}`;

interface Node {
  readonly class: string;
  readonly method: string;
  readonly calls: number;
  readonly children: readonly Node[];
}

/** Indented, siblings by name. */
function linesOf(nodes: readonly Node[]): readonly string[] {
  const named = nodes.map((node) => ({ ...node, name: `${node.class}.${node.method}` }));
  return named
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name, children }) => [name, ...linesOf(children).map((line) => `  ${line}`)]);
}

describe.each(TEST_JDKS)('JDK $feature: --only borders', (java) => {
  let [folder, library] = ['', ''];
  let jvm: TestJvm;
  beforeAll(async () => {
    library = compileJava('Pool', POOL);
    folder = compileJava('Ordering', ORDERING, library);
    const jar = join(library, 'lib.jar');
    const { home } = TEST_JDKS.find(({ hasCompiler }) => hasCompiler) ?? java;
    execFileSync(join(home, 'bin/jar'), ['--create', '--file', jar, '-C', library, 'lib']);
    jvm = await startJvm({ java, arguments: ['-cp', [folder, jar].join(delimiter), 'Ordering'] });
  });
  afterAll(async () => {
    await jvm.stop();
    for (const made of [folder, library]) removeFolder(made);
  });

  it('is own code and what implements borders, in the JDK too, and nothing else', async () => {
    const file = join(folder, 'ordering.sluice');
    const asked = ['--root', 'Ordering::order', '--only', 'borders', '-d', '2s', '-o', file];
    const { code, err } = await sluice('record', String(jvm.pid), ...asked);
    expect(code, err).toBe(0);
    expect(err).toMatch(
      /^only your code and its borders: \* \(folder \S+\); JDBC: 1 method of 1 class, HTTP: \d+ methods of \d+ classes; --scheme everything$/m,
    );
    const { out } = await sluice('report', file, '--format', 'json');
    const [{ tree }] = (JSON.parse(out) as { threads: readonly { tree: Node }[] }).threads;
    const http = 'sun.net.www.protocol.http.HttpURLConnection';
    expect(linesOf(tree.children)).toEqual([
      'Ordering.order',
      '  Ordering.back',
      '  jdk.internal.net.http.HttpClientFacade.send',
      '    jdk.internal.net.http.HttpClientImpl.send',
      '  lib.Pool.getConnection',
      `  ${http}.getInputStream`,
      `    ${http}.connect`,
      `    ${http}.getInputStream`,
    ]);
    const [order] = tree.children;
    const pool = order.children.find((node) => node.class === 'lib.Pool');
    expect(order.calls - (pool?.calls ?? 0)).toBeLessThanOrEqual(1); // the end of the recording may be within one
  });
});
