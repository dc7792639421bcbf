import type { RecordedEvents } from './recordedEvents.ts';

/**
 * Settings as a configuration of the Flight Recorder (.jfc). A command that has them all is too long: a JVM closes the connection for
 * 1,024 bytes and more, without a word. In a file of our own no setting needs a `+`, and names that a JDK does not know do no harm.
 * Source: JDK jdk.jfr.internal.jfc.JFCParser.
 */
export function settingsFile(events: readonly RecordedEvents[]): string {
  const lines = events.map(({ name, settings }) => {
    const all = Object.entries({ enabled: 'true', ...settings });
    return `  <event name="${name}">${all.map(([key, value]) => `<setting name="${key}">${value}</setting>`).join('')}</event>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<configuration version="2.0" label="Sluice" description="What Sluice asks for" provider="Sluice">',
    ...lines,
    '</configuration>',
    '',
  ].join('\n');
}
