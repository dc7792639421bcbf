import type { CallbackKind } from './callbackKind.ts';

const SERVER = `var server = com.sun.net.httpserver.HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);`;
const ANSWER = `exchange -> { exchange.sendResponseHeaders(200, -1); exchange.close(); }`;
const ADDRESS = `"http://127.0.0.1:" + server.getAddress().getPort() + "/a"`;

export const NET: readonly CallbackKind[] = [
  {
    name: 'UrlHandler',
    callbacks: ['H.openConnection'],
    members: `static class H extends URLStreamHandler { protected URLConnection openConnection(URL u) throws IOException { hit(0); throw new IOException(); } }`,
    body: `try { new URL(null, "kk://a/b", new H()).openStream(); } catch (IOException expected) { }`,
  },
  {
    name: 'UrlConnecting',
    callbacks: ['C.getInputStream', 'C.connect'],
    members: `static class H extends URLStreamHandler { protected URLConnection openConnection(URL u) { return new C(u); } }
    static class C extends URLConnection {
      C(URL u) { super(u); }
      public void connect() { hit(1); }
      public InputStream getInputStream() { hit(0); return new ByteArrayInputStream(new byte[1]); } }`,
    body: `new URL(null, "kk://a/b", new H()).openStream(); new URL(null, "kk://a/b", new H()).openConnection().connect();`,
  },
  {
    name: 'HttpHandling',
    callbacks: ['H.handle'],
    members: `static class H implements com.sun.net.httpserver.HttpHandler {
      public void handle(com.sun.net.httpserver.HttpExchange e) throws IOException { hit(0); e.sendResponseHeaders(200, -1); e.close(); } }`,
    body: `${SERVER} server.createContext("/", new H()); server.start();
      new URL(${ADDRESS}).openStream().readAllBytes(); server.stop(0);`,
    threads: true,
  },
  {
    name: 'HttpFilter',
    callbacks: ['F.doFilter'],
    members: `static class F extends com.sun.net.httpserver.Filter {
      public void doFilter(com.sun.net.httpserver.HttpExchange e, Chain c) throws IOException { hit(0); c.doFilter(e); }
      public String description() { return ""; } }`,
    body: `${SERVER} server.createContext("/", ${ANSWER}).getFilters().add(new F()); server.start();
      new URL(${ADDRESS}).openStream().readAllBytes(); server.stop(0);`,
    threads: true,
  },
  {
    name: 'HttpExecutor',
    callbacks: ['E.execute'],
    members: `static class E implements Executor { public void execute(Runnable r) { hit(0); r.run(); } }`,
    body: `${SERVER} server.createContext("/", ${ANSWER}); server.setExecutor(new E()); server.start();
      new URL(${ADDRESS}).openStream().readAllBytes(); server.stop(0);`,
    threads: true,
  },
  {
    name: 'HttpBody',
    callbacks: ['H.apply', 'S.getBody', 'S.onSubscribe', 'S.onComplete'],
    members: `static class H implements java.net.http.HttpResponse.BodyHandler<String> {
      public java.net.http.HttpResponse.BodySubscriber<String> apply(java.net.http.HttpResponse.ResponseInfo i) { hit(0); return new S(); } }
    static class S implements java.net.http.HttpResponse.BodySubscriber<String> {
      final CompletableFuture<String> done = new CompletableFuture<>();
      public CompletionStage<String> getBody() { hit(1); return done; }
      public void onSubscribe(Flow.Subscription s) { hit(2); s.request(Long.MAX_VALUE); }
      public void onNext(List<ByteBuffer> l) { }
      public void onError(Throwable t) { done.completeExceptionally(t); }
      public void onComplete() { hit(3); done.complete("z"); } }`,
    body: `${SERVER} server.createContext("/", ${ANSWER}); server.start();
      java.net.http.HttpClient.newHttpClient().send(java.net.http.HttpRequest.newBuilder(URI.create(${ADDRESS})).build(), new H()); server.stop(0);`,
    threads: true,
  },
  {
    name: 'HttpBodyParts',
    callbacks: ['S.onNext'],
    members: `static class S implements Flow.Subscriber<Object> {
      public void onSubscribe(Flow.Subscription s) { s.request(Long.MAX_VALUE); }
      public void onNext(Object l) { hit(0); }
      public void onError(Throwable t) { }
      public void onComplete() { } }`,
    body: `${SERVER} server.createContext("/", exchange -> { exchange.sendResponseHeaders(200, 2); exchange.getResponseBody().write(new byte[2]); exchange.close(); });
      server.start();
      java.net.http.HttpClient.newHttpClient().send(java.net.http.HttpRequest.newBuilder(URI.create(${ADDRESS})).build(), java.net.http.HttpResponse.BodyHandlers.fromSubscriber(new S())); server.stop(0);`,
    threads: true,
  },
  {
    name: 'ProxySelecting',
    callbacks: ['S.select'],
    members: `static class S extends ProxySelector {
      public List<java.net.Proxy> select(URI u) { hit(0); return List.of(java.net.Proxy.NO_PROXY); }
      public void connectFailed(URI u, SocketAddress a, IOException e) { } }`,
    body: `ProxySelector.setDefault(new S());
      ${SERVER} server.createContext("/", ${ANSWER}); server.start();
      new URL(${ADDRESS}).openStream().readAllBytes(); server.stop(0);`,
  },
];
