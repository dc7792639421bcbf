import type { JvmSummary } from '../../shared/ipc/engineApi.ts';

/** A list with one JVM of each kind that the window must show well. */
export function fakeJvms(): JvmSummary[] {
  const base: JvmSummary = {
    pid: 4711,
    mainClass: 'com.acme.shop.ShopServer',
    commandLine: '-Xmx2g -Dserver.port=8080 com.acme.shop.ShopServer --profile=production',
    javaVersion: '25.0.1',
    vmName: 'OpenJDK 64-Bit Server VM',
    user: 'shop',
    uptimeMs: 277_213_000,
    container: false,
    attachable: true,
    whyNot: '',
    notices: [
      {
        by: 'attach',
        text: 'Java 25 will print four lines of warning about a late agent on the stderr of the program (JEP 451); it does not when started with -XX:+EnableDynamicAgentLoading or by `sluice launch`.',
      },
    ],
  };
  return [
    base,
    {
      ...base,
      pid: 812,
      mainClass: 'batch-import.jar',
      commandLine: '-jar batch-import.jar /data/in',
      javaVersion: '17.0.15',
      user: 'batch',
      uptimeMs: 732_000,
      container: true,
      notices: [
        {
          by: 'swap',
          text: 'Java 17 recompiles all its code at the first hot swap after attaching: the program is slow for 1 to 5 s, once. A program started by `sluice launch` is not.',
        },
      ],
    },
    {
      ...base,
      pid: 5120,
      mainClass: 'org.example.Worker',
      commandLine: 'org.example.Worker',
      javaVersion: '21.0.4',
      uptimeMs: 8_000,
      notices: [],
    },
    {
      ...base,
      pid: 77,
      mainClass: 'org.elastic.Node',
      commandLine: '-XX:+DisableAttachMechanism org.elastic.Node',
      attachable: false,
      whyNot:
        'It was started with -XX:+DisableAttachMechanism. Start it without that flag. Or start the program with `sluice launch`.',
      notices: [],
    },
    {
      ...base,
      pid: 1340,
      mainClass: '',
      commandLine: '',
      javaVersion: '',
      user: 'root',
      attachable: false,
      whyNot: 'It runs as user root: start Sluice as that user.',
      notices: [],
    },
  ];
}
