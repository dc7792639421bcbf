/**
 * The agent, in five groups. A class uses classes of its own group and of those above it, which build/layers.mjs checks: packets and
 * files; classes listed, handed over and swapped; what probes cost; events; the session, and what the tool can ask for.
 *
 * <pre>
 *     base       AgentThread, BlockLayout, ChannelTransport, ClassFileName, CommandFailure, Deadline, EventFile, EventFileLayout,
 *                FullHeap, Hmac, MessageType, ModifiedUtf8, ObjectLayout, Outbox, Packet, PacketReader, PacketWriter, Protocol,
 *                ProtocolException, Questions, SessionEnd, Transport, UnixSocket, WeakIds
 *     swap       CaptureBait, ClassCapture, ClassFileFinder, ClassLister, ClassLoadStops, ClassRegistry, CoreModules,
 *                HookGuard, HotSwap, InstrumentedClasses, LastAgent, Linkage, LoadHook, ObjectSizes, OwnClasses, ReflectedCalls,
 *                PreparedCode, ProbedCode, Redefinitions, SluiceTransformer, StrictLoaders, SwapResult, TransformerOrder
 *     calibrate  CalibrationCheck, Calibrator, CostBatches, LaneTaker, ProbeCost, ProbeLoop, TickerThread, WarmUp
 *     record     CoreWaits, Drain, EventRoom, FirstInvocations, Heartbeat, LaneDrain, LaneReader, LiveObjects, Pump, Recorder,
 *                RegionCalibrator, RegionReader, Regions, TickerTeller, ToolWatch, Totals
 *     control    AgentClasses, Attachment, Commands, ControlReader, Handshake, ProbeDefiner, ProbeInstaller, ProgramHooks, Refusal,
 *                Session, SessionFile, ShutdownCause, ShutdownHook, SluiceAgent, Startup, Worker
 * </pre>
 */
package sluice.agent;
