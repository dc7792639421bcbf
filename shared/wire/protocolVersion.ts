/** The version of everything described in README.md; the agent's twin is Protocol.java. */
export const PROTOCOL_VERSION = 30;
