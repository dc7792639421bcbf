import type { CallbackKind } from './callbackKind.ts';

export const CONCURRENT: readonly CallbackKind[] = [
  {
    name: 'Timers',
    callbacks: ['T.run'],
    members: `static class T extends TimerTask { final CountDownLatch done = new CountDownLatch(1); public void run() { hit(0); cancel(); done.countDown(); } }`,
    body: `T task = new T(); var timer = new java.util.Timer(); timer.schedule(task, 1, 1); task.done.await(); timer.cancel();`,
    threads: true,
  },
  {
    name: 'Factory',
    callbacks: ['F.newThread'],
    members: `static class F implements ThreadFactory { public Thread newThread(Runnable r) { hit(0); return new Thread(r); } }`,
    body: `var pool = Executors.newSingleThreadExecutor(new F());
      pool.submit(() -> 1).get(); pool.shutdown(); pool.awaitTermination(5, TimeUnit.SECONDS);`,
  },
  {
    name: 'ThreadRun',
    callbacks: ['T.run'],
    members: `static class T extends Thread { public void run() { hit(0); } }`,
    body: `T thread = new T(); thread.start(); thread.join();`,
    threads: true,
  },
  {
    name: 'Uncaught',
    callbacks: ['H.uncaughtException'],
    members: `static class H implements Thread.UncaughtExceptionHandler { public void uncaughtException(Thread t, Throwable e) { hit(0); } }`,
    body: `Thread thread = new Thread(() -> { throw new RuntimeException(); }); thread.setUncaughtExceptionHandler(new H()); thread.start(); thread.join();`,
    threads: true,
  },
  {
    name: 'RunThrowing',
    callbacks: ['B.run'],
    members: `static class B implements Runnable { public void run() { hit(0); throw new RuntimeException(); } }`,
    body: `Thread thread = new Thread(new B()); thread.setUncaughtExceptionHandler((t, e) -> { }); thread.start(); thread.join();`,
    threads: true,
  },
  {
    name: 'Calling',
    callbacks: ['C.call'],
    members: `static class C implements Callable<Object> { public Object call() { hit(0); return 1; } }`,
    body: `var pool = Executors.newFixedThreadPool(1); pool.submit(new C()).get(); pool.shutdown(); pool.awaitTermination(5, TimeUnit.SECONDS);`,
    threads: true,
  },
  {
    name: 'PoolHooks',
    callbacks: ['P.beforeExecute', 'P.afterExecute', 'P.terminated'],
    members: `static class P extends ThreadPoolExecutor {
      P() { super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()); }
      protected void beforeExecute(Thread t, Runnable r) { hit(0); }
      protected void afterExecute(Runnable r, Throwable t) { hit(1); }
      protected void terminated() { hit(2); } }`,
    body: `P pool = new P(); pool.submit(() -> 1).get(); pool.shutdown(); pool.awaitTermination(5, TimeUnit.SECONDS);`,
    threads: true,
  },
  {
    name: 'Rejecting',
    callbacks: ['R.rejectedExecution'],
    members: `static class R implements RejectedExecutionHandler { public void rejectedExecution(Runnable r, ThreadPoolExecutor e) { hit(0); } }`,
    body: `var pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new R());
      pool.shutdown(); pool.execute(() -> { });`,
  },
  {
    name: 'InheritedLocals',
    callbacks: ['L.childValue', 'L.initialValue'],
    members: `static class L extends InheritableThreadLocal<Object> { protected Object childValue(Object o) { hit(0); return o; } protected Object initialValue() { hit(1); return 1; } }`,
    body: `L local = new L(); local.get(); new Thread(() -> { }); local.remove();`,
  },
  {
    name: 'Forking',
    callbacks: ['T.compute'],
    members: `static class T extends RecursiveTask<Object> {
      final int depth;
      T(int depth) { this.depth = depth; }
      protected Object compute() { hit(0); if (depth == 0) return 1; T left = new T(depth - 1); left.fork(); new T(depth - 1).invoke(); return left.join(); } }`,
    body: `new ForkJoinPool(2).invoke(new T(4));`,
    threads: true,
  },
  {
    name: 'ForkThreads',
    callbacks: ['F.newThread', 'T.onStart'],
    members: `static class F implements ForkJoinPool.ForkJoinWorkerThreadFactory { public ForkJoinWorkerThread newThread(ForkJoinPool p) { hit(0); return new T(p); } }
    static class T extends ForkJoinWorkerThread { T(ForkJoinPool p) { super(p); } protected void onStart() { hit(1); super.onStart(); } }`,
    body: `var pool = new ForkJoinPool(1, new F(), null, false); pool.submit(() -> 1).get(); pool.shutdown(); pool.awaitTermination(5, TimeUnit.SECONDS);`,
    threads: true,
  },
  {
    name: 'ForkTermination',
    callbacks: ['T.onTermination'],
    members: `static class T extends ForkJoinWorkerThread { T(ForkJoinPool p) { super(p); } protected void onTermination(Throwable t) { hit(0); } }`,
    body: `ForkJoinWorkerThread[] thread = new ForkJoinWorkerThread[1];
      var pool = new ForkJoinPool(1, p -> thread[0] = new T(p), null, false); pool.submit(() -> 1).get(); pool.shutdown(); thread[0].join();`,
    threads: true,
  },
  {
    name: 'FutureDone',
    callbacks: ['F.done'],
    members: `static class F extends FutureTask<Object> { F() { super(() -> 1); } protected void done() { hit(0); } }`,
    body: `new F().run();`,
  },
  {
    name: 'Completing',
    callbacks: ['F.apply'],
    members: `static class F implements Function<Object, Object> { public Object apply(Object o) { hit(0); return o; } }`,
    body: `var future = new CompletableFuture<Object>(); var then = future.thenApply(new F()); future.complete(1); then.get();`,
  },
  {
    name: 'CompletingAsync',
    callbacks: ['F.apply'],
    members: `static class F implements Function<Object, Object> { public Object apply(Object o) { hit(0); return o; } }`,
    body: `var future = new CompletableFuture<Object>(); var then = future.thenApplyAsync(new F()); future.complete(1); then.get();`,
    threads: true,
  },
  {
    name: 'Barrier',
    callbacks: ['B.run'],
    members: `static class B implements Runnable { public void run() { hit(0); } }`,
    body: `new CyclicBarrier(1, new B()).await();`,
  },
  {
    name: 'Phases',
    callbacks: ['P.onAdvance'],
    members: `static class P extends Phaser { protected boolean onAdvance(int p, int r) { hit(0); return p > 3; } }`,
    body: `P phaser = new P(); phaser.register(); phaser.arrive(); phaser.arrive();`,
  },
  {
    name: 'Synchronizer',
    callbacks: ['S.tryAcquire', 'S.tryRelease'],
    members: `static class S extends java.util.concurrent.locks.AbstractQueuedSynchronizer { protected boolean tryAcquire(int x) { hit(0); return true; } protected boolean tryRelease(int x) { hit(1); return true; } }`,
    body: `S lock = new S(); lock.acquire(1); lock.release(1);`,
  },
  {
    name: 'Cleaning',
    callbacks: ['C.run'],
    members: `static class C implements Runnable { public void run() { hit(0); } }
    static final java.lang.ref.Cleaner CLEANER = java.lang.ref.Cleaner.create();`,
    body: `CLEANER.register(new Object(), new C()).clean();`,
  },
  {
    name: 'CleanerFactory',
    callbacks: ['F.newThread'],
    members: `static class F implements ThreadFactory { public Thread newThread(Runnable r) { hit(0); Thread t = new Thread(r); t.setDaemon(true); return t; } }`,
    body: `java.lang.ref.Cleaner.create(new F());`,
  },
  {
    name: 'CleaningByCollector',
    callbacks: ['C.run'],
    members: `static class C implements Runnable { final CountDownLatch done = new CountDownLatch(1); public void run() { hit(0); done.countDown(); } }`,
    body: `if (runs < 3) { C action = new C(); java.lang.ref.Cleaner.create().register(new Object(), action);
      while (!action.done.await(20, TimeUnit.MILLISECONDS)) System.gc(); }`,
    threads: true,
  },
  {
    name: 'Subscribing',
    callbacks: ['S.onSubscribe', 'S.onNext', 'S.onComplete'],
    members: `static class S implements Flow.Subscriber<Object> {
      final CountDownLatch done = new CountDownLatch(1); Flow.Subscription s;
      public void onSubscribe(Flow.Subscription s) { hit(0); this.s = s; s.request(1); }
      public void onNext(Object i) { hit(1); s.request(1); }
      public void onError(Throwable t) { }
      public void onComplete() { hit(2); done.countDown(); } }`,
    body: `S subscriber = new S(); var pool = Executors.newSingleThreadExecutor();
      try (var publisher = new SubmissionPublisher<Object>(pool, 16)) { publisher.subscribe(subscriber); publisher.submit(1); publisher.submit(2); }
      subscriber.done.await(); pool.shutdown(); pool.awaitTermination(5, TimeUnit.SECONDS);`,
    threads: true,
  },
  {
    name: 'Executing',
    callbacks: ['T.newThread', 'C.call'],
    members: `static class T implements java.util.concurrent.ThreadFactory { public Thread newThread(Runnable r) { hit(0); return new Thread(r); } }
    static class C implements java.util.concurrent.Callable<Object> { public Object call() { hit(1); return 1; } }`,
    body: `var pool = java.util.concurrent.Executors.newSingleThreadExecutor(new T());
      pool.submit(new C()).get(); pool.submit(new C()).get();
      pool.shutdown(); pool.awaitTermination(5, java.util.concurrent.TimeUnit.SECONDS);`,
    threads: true,
  },
];
