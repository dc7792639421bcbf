import { UsageError } from '../../../shared/base/errors.ts';

/** Where an engine is to run, and what carries its input and output there. */
export interface Host {
  /** As it was typed: what is said of it begins with that. */
  readonly name: string;
  /** Starts a shell there that reads from its input. */
  readonly command: readonly string[];
}

/** Of a container, a pod, a user or a host: nothing that a command could take for an option, or a shell for more than a name. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const SSH = /^(?:([A-Za-z0-9_][\w.-]*)@)?([A-Za-z0-9_][\w.-]*|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/;

export const HOST_FORMS = [
  'ssh://[user@]host[:port]',
  'docker://container',
  'podman://container',
  'kube://[context/]namespace/pod[/container]',
  'sudo://[user]',
  'exec:COMMAND',
] as const;

const FORMS = `It is one of ${HOST_FORMS.join(', ')}.`;

/** @throws UsageError */
export function hostOf(name: string): Host {
  const command = name.startsWith('exec:') ? execCommand(name.slice(5)) : schemeCommand(name);
  if (command !== null) return { name, command };
  throw new UsageError(`--on ${name}: that is no place where an engine can run.`, FORMS);
}

function execCommand(line: string): readonly string[] | null {
  return line.trim() === '' ? null : ['sh', '-c', line];
}

function schemeCommand(name: string): readonly string[] | null {
  const [, scheme, place] = /^([a-z]+):\/\/(.*)$/s.exec(name) ?? [];
  switch (scheme) {
    case 'ssh':
      return sshCommand(place);
    case 'docker':
    case 'podman':
      return NAME.test(place) ? [scheme, 'exec', '-i', place, 'sh'] : null;
    case 'kube':
      return kubeCommand(place.split('/'));
    case 'sudo':
      return place === '' || NAME.test(place) ? ['sudo', '-u', place || 'root', 'sh'] : null;
    default:
      return null;
  }
}

/** The user's own ssh, with all that is configured for it. */
function sshCommand(place: string): readonly string[] | null {
  const [whole, user, host, port] = SSH.exec(place) ?? [];
  if (whole === undefined || Number(port ?? 22) > 65_535) return null;
  const name = host.replace(/^\[|\]$/g, '');
  const options = ['-T', ...(port === undefined ? [] : ['-p', port])];
  return ['ssh', ...options, '--', user === undefined ? name : `${user}@${name}`, 'sh'];
}

/** Three parts are of the current context. One that is empty is left out: context/namespace/pod/ */
function kubeCommand(parts: readonly string[]): readonly string[] | null {
  const hasContext = parts.length === 4;
  const [namespace, pod, container = ''] = hasContext ? parts.slice(1) : parts;
  const context = hasContext ? contextIn(parts[0]) : '';
  if (parts.length < 2 || parts.length > 4 || context === null) return null;
  if (!NAME.test(namespace) || !NAME.test(pod) || (container !== '' && !NAME.test(container))) return null;
  return [
    ...['kubectl', 'exec', '-i'],
    ...(context === '' ? [] : [`--context=${context}`]),
    ...[`--namespace=${namespace}`, pod],
    ...(container === '' ? [] : [`--container=${container}`]),
    ...['--', 'sh'],
  ];
}

/** A context may have slashes: they are typed as %2F. */
function contextIn(typed: string): string | null {
  try {
    return decodeURIComponent(typed);
  } catch {
    return null;
  }
}
