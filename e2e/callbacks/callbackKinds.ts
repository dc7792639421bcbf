import type { CallbackKind } from './callbackKind.ts';
import { COLLECTIONS } from './collections.ts';
import { CONCURRENT } from './concurrent.ts';
import { DESKTOP } from './desktop.ts';
import { FILES } from './files.ts';
import { LOGGING } from './logging.ts';
import { MANAGEMENT } from './management.ts';
import { NET } from './net.ts';
import { REFLECTION } from './reflection.ts';
import { SECURITY } from './security.ts';
import { SERIALISATION } from './serialisation.ts';
import { SERVICES } from './services.ts';
import { STREAMS } from './streams.ts';
import { TEXT } from './text.ts';
import { TOOLS } from './tools.ts';
import { XML } from './xml.ts';

/** By area. Not here: shutdown hooks and finalizers, which run outside of every root. */
export const CALLBACK_KINDS: readonly CallbackKind[] = [
  ...XML,
  ...SERVICES,
  ...COLLECTIONS,
  ...STREAMS,
  ...CONCURRENT,
  ...FILES,
  ...NET,
  ...REFLECTION,
  ...SERIALISATION,
  ...SECURITY,
  ...TEXT,
  ...LOGGING,
  ...DESKTOP,
  ...MANAGEMENT,
  ...TOOLS,
];
