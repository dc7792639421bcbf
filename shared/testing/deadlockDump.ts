/** A thread dump as `jcmd Thread.print` of JDK 25 writes it: two threads wait for each other, two more do the same as each other. @param takenAt its first line */
export function deadlockDump(takenAt: string): string {
  const worker = (
    id: number,
  ) => `"worker" #${id} prio=5 os_prio=0 cpu=0.05ms elapsed=2.80s tid=0x00009${id} nid=${id} waiting on condition
   java.lang.Thread.State: TIMED_WAITING (sleeping)
\tat java.lang.Thread.sleep0(java.base@25.0.3/Native Method)
\tat demo.Worker.run(Worker.java:12)
`;
  return `${takenAt}
Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

"left" #20 daemon prio=5 os_prio=0 cpu=2.05ms elapsed=2.80s tid=0x00007f nid=7 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat demo.Dead.both(Dead.java:4)
\t- waiting to lock <0x000000070001> (a java.lang.StringBuilder)
\t- locked <0x000000070002> (a java.lang.Object)

"right" #21 daemon prio=5 os_prio=0 cpu=1.05ms elapsed=2.80s tid=0x00008f nid=8 waiting for monitor entry
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat demo.Dead.both(Dead.java:9)
\t- waiting to lock <0x000000070002> (a java.lang.Object)
\t- locked <0x000000070001> (a java.lang.StringBuilder)

${worker(30)}
${worker(31)}
"VM Thread" os_prio=0 cpu=4.05ms elapsed=2.90s tid=0x00006f nid=6 runnable

JNI global refs: 12, weak refs: 0
`;
}
