import type { ServerResponse } from 'node:http';
import { SluiceError } from '../../../shared/base/errors.ts';
import type { EventConsumer } from '../../../shared/ipc/engineClient.ts';

/** A reader that takes nothing for so long is gone: its tab sleeps or its machine does. */
const STALL_TIMEOUT_MS = 30_000;

/**
 * The events of a session as the body of one HTTP response. A call is over when the socket has taken the bytes, so a slow
 * reader slows the pump, and the ring fills.
 */
export function eventConsumerOf(response: ServerResponse): EventConsumer {
  return (bytes) =>
    new Promise((resolve, reject) => {
      const finish = (error: Error | null | undefined): void => {
        clearTimeout(timer);
        response.off('close', onClose);
        if (error) reject(error);
        else resolve();
      };
      const onClose = (): void => finish(new SluiceError('io', 'The reader of the events hung up.'));
      const timer = setTimeout(() => response.destroy(), STALL_TIMEOUT_MS);
      response.once('close', onClose);
      if (response.destroyed) onClose();
      else response.write(bytes, finish);
    });
}
