/** Internal name of the class of the agent that all calls put into methods go to: backend-java/src/probe. */
export const PROBE_CLASS = 'java/lang/SluiceProbe';
