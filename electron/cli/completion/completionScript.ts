import { plainText } from '../../../shared/naming/prose.ts';
import type { Completed, CompletedCommand, CompletedOption } from './commandTree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that completes commands, options and their values. It asks nobody: a Tab takes no longer than the shell does. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands);
    case 'zsh':
      return zshScript(commands);
    case 'fish':
      return fishScript(commands);
  }
}

const names = (commands: readonly CompletedCommand[]): string => commands.map(({ name }) => name).join(' ');
const valued = ({ options }: CompletedCommand): readonly CompletedOption[] =>
  options.filter(({ value }) => value !== null);

// ---- bash ----

function bashScript(commands: readonly CompletedCommand[]): string {
  return `# bash completion of sluice. In ~/.bashrc: eval "$(sluice completion bash)"
_sluice() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names(commands)} help --help --version" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(bashCommand).join('')}    help) [ "$COMP_CWORD" -eq 2 ] && COMPREPLY=($(compgen -W "${names(commands)}" -- "$cur")) ;;
  esac
}
complete -o filenames -F _sluice sluice
`;
}

function bashCommand(command: CompletedCommand): string {
  const cases = valued(command)
    .map(({ long, short, value }) => {
      const flags = short === null ? long : `${short}|${long}`;
      return `        ${flags}) ${bashReply(value)}return ;;\n`;
    })
    .join('');
  return `    ${command.name})
      case "$prev" in
${cases}      esac
      if [[ "$cur" == -* ]]; then
        COMPREPLY=($(compgen -W "${command.options.map(({ long }) => long).join(' ')}" -- "$cur"))
      else
        ${bashReply(command.argument) || ': '}
      fi
      ;;
`;
}

function bashReply(value: Completed | null): string {
  switch (value?.kind) {
    case 'words':
      return `COMPREPLY=($(compgen -W "${value.words.join(' ')}" -- "$cur")); `;
    case 'file':
      return 'COMPREPLY=($(compgen -f -- "$cur")); ';
    case 'folder':
      return 'COMPREPLY=($(compgen -d -- "$cur")); ';
    default:
      return '';
  }
}

// ---- zsh ----

function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands
    .map((one) => `    ${quoted(`${one.name}:${textOf(one.description)}`)}\n`)
    .join('');
  return `#compdef sluice
# zsh completion of sluice. In ~/.zshrc, after compinit: source <(sluice completion zsh)
_sluice() {
  local -a commands
  commands=(
${described}  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(zshCommand).join('')}  esac
}
compdef _sluice sluice
`;
}

function zshCommand({ name, options, argument }: CompletedCommand): string {
  const specs = options.flatMap(({ long, short, description, value }) => {
    const told = `[${textOf(description).replaceAll(/[[\]]/g, '')}]${zshAction(value)}`;
    return [long, ...(short === null ? [] : [short])].map((flag) => quoted(`*${flag}${told}`));
  });
  return `    ${name})
      _arguments -s \\
        ${[...specs, quoted(`*${zshAction(argument) || ':value: '}`)].join(' \\\n        ')}
      ;;
`;
}

function zshAction(value: Completed | null): string {
  switch (value?.kind) {
    case 'words':
      return `:value:(${value.words.join(' ')})`;
    case 'file':
      return ':file:_files';
    case 'folder':
      return ':folder:_files -/';
    case 'nothing':
      return ':value: ';
    default:
      return '';
  }
}

// ---- fish ----

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, description, options, argument }) => {
    const within = `complete -c sluice -n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c sluice -n __fish_use_subcommand -a ${name} -d ${quoted(textOf(description))}`,
      ...(argument.kind === 'file' ? [`${within} -F`] : []),
      ...options.map(({ long, short, description: told, value }) =>
        [
          within,
          `-l ${long.slice(2)}`,
          ...(short === null ? [] : [`-s ${short.slice(1)}`]),
          ...fishValue(value),
          `-d ${quoted(textOf(told))}`,
        ].join(' '),
      ),
    ];
  });
  return `# fish completion of sluice. In ~/.config/fish/completions/sluice.fish: sluice completion fish | source
complete -c sluice -f
${lines.join('\n')}
`;
}

function fishValue(value: Completed | null): readonly string[] {
  switch (value?.kind) {
    case 'words':
      return ['-x', `-a ${quoted(value.words.join(' '))}`];
    case 'file':
      return ['-r', '-F'];
    case 'folder':
      return ['-x', "-a '(__fish_complete_directories)'"];
    case 'nothing':
      return ['-x'];
    default:
      return [];
  }
}

/** In one pair of quotes of any of these shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}

/** One line without marks that a shell's completion reads. */
function textOf(description: string): string {
  return plainText(description)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[:\\`$]/g, (mark) => (mark === ':' ? ' –' : ''));
}
