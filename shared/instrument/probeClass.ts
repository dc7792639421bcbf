/** Internal name of the class of the agent that all calls put into methods go to: backend-java/src/probe. */
export const PROBE_CLASS = 'java/lang/SluiceProbe';
/** The same of what is handed objects that are followed. */
export const LIVE_CLASS = 'java/lang/SluiceLive';
/** The same of what roots ask of a call before they open the gate. */
export const REQUEST_CLASS = 'java/lang/SluiceRequests';
