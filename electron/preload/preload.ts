import { contextBridge } from 'electron';

/**
 * All that the window's page has beyond a browser's: the knowledge that it is in the window. It reaches the engine
 * as every client does, by WebSocket and HTTP, so nothing of Electron is exposed.
 */
contextBridge.exposeInMainWorld('sluiceDesktop', Object.freeze({ platform: process.platform }));
