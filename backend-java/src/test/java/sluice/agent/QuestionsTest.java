package sluice.agent;

import java.util.concurrent.locks.LockSupport;

public final class QuestionsTest {
    private static final Questions.Fields FIELDS = id -> new PacketWriter(id, MessageType.REWRITE_CLASS).u32(1).u32(0);

    public void an_answer_in_time_goes_to_its_question() throws Exception {
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        Thread tool = new Thread(() -> {
            while (!questions.isOpen(2) || !questions.isOpen(1)) Thread.yield();
            questions.answer(2, new byte[] {22});
            questions.answer(1, new byte[] {11});
        });
        byte[][] answers = new byte[2][];
        Thread first = new Thread(() -> answers[0] = questions.ask(FIELDS, 10_000));
        first.start();
        while (first.getState() == Thread.State.NEW || first.getState() == Thread.State.RUNNABLE) Thread.yield();
        tool.start();
        answers[1] = questions.ask(FIELDS, 10_000);
        first.join();
        tool.join();
        Check.equal(answers[0][0], (byte) 11);
        Check.equal(answers[1][0], (byte) 22);
    }

    public void an_answer_too_late_still_answers_something() throws Exception {
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        Thread asking = new Thread(() -> Check.equal(questions.ask(FIELDS, 5), null));
        asking.start();
        while (asking.isAlive()) {
            questions.progress.look(System.nanoTime());
            asking.join(1);
        }
        Check.equal(questions.isOpen(1), true);
        questions.answer(1, new byte[0]);
        Check.equal(questions.isOpen(1), false);
        Check.equal(questions.isOpen(99), false);
    }

    public void a_thread_of_the_programs_waits_for_no_silent_tool() throws Exception {
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        Thread asking = new Thread(() -> questions.ask(FIELDS, 60_000));
        asking.start();
        questions.setToolIsSilent(true);
        asking.join(5_000);
        Check.that(!asking.isAlive(), "it waits on");
        Check.equal(questions.ask(FIELDS, 60_000), null);
        Check.equal(questions.isOpen(1), true);
        questions.answer(1, new byte[0]);
        Check.equal(questions.isOpen(1), false);
    }

    public void who_did_not_nap_or_napped_its_time_sleeps_in_its_next_park() throws Exception {
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        LockSupport.parkNanos(1); // of a permit of another test's
        Check.equal(questions.ask(FIELDS, 1), null);
        Check.that(Parked.forMs(50), "a permit was left by a wait that ran out");
        questions.setToolIsSilent(true);
        Check.equal(questions.ask(FIELDS, 60_000), null);
        Check.that(Parked.forMs(50), "a permit was left by no wait");
    }

    public void a_thread_of_the_programs_waits_on_while_the_tool_gets_on() throws Exception {
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        byte[][] answers = new byte[1][];
        Thread asking = new Thread(() -> answers[0] = questions.ask(FIELDS, 50));
        questions.progress.gotOn(System.nanoTime() + 3_600_000_000_000L); // at any time that passes here
        questions.progress.look(System.nanoTime());
        asking.start();
        asking.join(200);
        Check.that(asking.isAlive(), "it gave up");
        questions.answer(1, new byte[] {11});
        asking.join(5_000);
        Check.equal(answers[0][0], (byte) 11);
    }

    public void a_thread_of_the_programs_wakes_rarely_in_a_long_wait_and_oversleeps_an_eighth_of_it_at_most() {
        long waitedNs = 0;
        int naps = 0;
        for (long napNs = 20_000; waitedNs < 1_000_000_000L; napNs = SluiceAccess.napAfter(napNs)) {
            Check.that(napNs <= waitedNs / 8 + 640_000, napNs + " ns after " + waitedNs);
            waitedNs += napNs;
            naps++;
        }
        Check.that(naps < 100, naps + " naps in a second");
    }

    public void nobody_waits_after_the_end() throws Exception {
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        Thread asking = new Thread(() -> questions.ask(FIELDS, 60_000));
        asking.setDaemon(true); // one that waits on must not hold the end of the tests up
        asking.start();
        while (!questions.isOpen(1)) Thread.yield(); // who asks after the end has another way out
        questions.close();
        asking.join(5_000);
        Check.that(!asking.isAlive(), "it waits on");
        Check.equal(questions.ask(FIELDS, 60_000), null);
        Check.equal(questions.isOpen(2), false);
    }

    public void an_answer_after_the_end_still_answers_something() throws Exception {
        Questions questions = new Questions(new Outbox(new MemoryTransport(new byte[0], 1)));
        Thread asking = new Thread(() -> questions.ask(FIELDS, 60_000));
        asking.start();
        while (!questions.isOpen(1)) Thread.yield();
        questions.close();
        asking.join(5_000);
        Check.equal(questions.isOpen(1), true);
        questions.answer(1, new byte[0]);
        Check.equal(questions.isOpen(1), false);
    }
}
