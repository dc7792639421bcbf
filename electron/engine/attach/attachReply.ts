import { SluiceError } from '../../../shared/base/errors.ts';

/**
 * The answer of HotSpot's attach listener to `load instrument`: a first line with the result of the command, then text
 * until the end of the stream. A failed agent may hide behind result 0 (JDK 21 and later), so the text counts as well:
 *
 *     0\n                            loaded (JDK 8), text empty
 *     0\nreturn code: 0\n            loaded, Agent_OnAttach returned 0
 *     0\nreturn code: 102\n          loaded, agentmain threw
 *     -1\nDynamic agent loading is not enabled. ...
 *
 * Sources: HotSpot services/attachListener.cpp, prims/jvmtiAgent.cpp; java.instrument InvocationAdapter.c.
 */
export function checkLoadReply(reply: string): void {
  const newline = reply.indexOf('\n');
  const result = newline < 0 ? reply.trim() : reply.slice(0, newline).trim();
  const text = newline < 0 ? '' : reply.slice(newline + 1).trim();
  if (reply === '') {
    throw failure(
      'The JVM closed the attach connection without an answer.',
      'Look for messages on its stderr.',
    );
  }
  if (/Dynamic agent loading is not enabled/.test(text)) {
    throw new SluiceError(
      'not-attachable',
      'The JVM was started with -XX:-EnableDynamicAgentLoading, which forbids agents that come later.',
      'Start it without that flag, or by `sluice launch`.',
    );
  }
  if (/java\.instrument/.test(text) && /module|image/i.test(text)) {
    throw new SluiceError(
      'not-attachable',
      `The runtime image of the JVM lacks the module java.instrument (it says: ${text}).`,
      'Build the image with `jlink --add-modules java.instrument`.',
    );
  }
  const returnCode = Number(/return code:\s*(-?\d+)/.exec(text)?.[1] ?? '0');
  if (result === '0' && returnCode === 0 && !/failed to/i.test(text)) return;
  switch (returnCode || Number(result)) {
    case 100:
      throw failure(
        'The JVM could not open the agent jar (return code 100).',
        'Its user must be able to read the jar; the stderr of the program says more.',
      );
    case 101:
      throw returnCode === 101
        ? failure(
            'The JVM found no agent class in the jar (return code 101).',
            'Build Sluice again: npm run build.',
          )
        : failure('The JVM speaks another version of the attach protocol (result 101).');
    case 102:
      throw failure(
        'The agent failed inside the JVM (return code 102).',
        'The stderr of the program shows its exception.',
      );
    default:
      throw failure(`The JVM refused to load the agent: result ${result}${text ? `, ${text}` : ''}.`);
  }
}

function failure(message: string, remedy = 'The stderr of the program may say more.'): SluiceError {
  return new SluiceError('attach-failed', message, remedy);
}
