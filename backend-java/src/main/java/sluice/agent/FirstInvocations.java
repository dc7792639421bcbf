package sluice.agent;

import java.util.ArrayList;
import java.util.BitSet;

/** The methods of a recording that were invoked for the first time: the tool is told of each once, of many in one packet. Pump only. */
final class FirstInvocations {
    private final Outbox outbox;
    private final BitSet asked = new BitSet();
    private final ArrayList<Integer> untold = new ArrayList<>();

    FirstInvocations(Outbox outbox) {
        this.outbox = outbox;
    }

    /** @param method 0 = none */
    void ask(int method) {
        if (method == 0 || asked.get(method)) return;
        asked.set(method);
        untold.add(method);
    }

    void tell() {
        if (untold.isEmpty()) return;
        PacketWriter packet = new PacketWriter(Protocol.NO_ANSWER, MessageType.FIRST_INVOKED, untold.size() * 4 + 4);
        packet.u32(untold.size());
        for (int i = 0; i < untold.size(); i++) packet.u32(untold.get(i));
        outbox.offer(packet);
        untold.clear();
    }
}
