import type { CompletedCommand, Place } from './completed.ts';

/**
 * A script for bash, including version 3.2 of macOS. If it has no words to offer, bash completes file names (`-o default`), because it
 * quotes them itself. `--flag=value` arrives as three words, because `=` separates words.
 */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  return `# Completion of fleet-gate for bash. Load it with: source <(fleet-gate completion bash)
_fleet_gate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' word i
  COMPREPLY=()
  if [ "$current" = '=' ]; then
    current=''
  elif [ "$before" = '=' ]; then
    before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      -*) ;;
      *) command="$word"; break ;;
    esac
  done
  case "$command $before" in
${valueCases(commands)}
  esac
  case "$command" in
    '') words='${commands.map(({ name }) => name).join(' ')} help --help --version' ;;
${commands.map(commandCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "\${COMPREPLY[0]}" in
    */) compopt -o nospace 2> /dev/null ;;
  esac
}
complete -o default -F _fleet_gate fleet-gate
`;
}

/** After a flag with a value, its words are offered, or file names by bash. */
function valueCases(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name: command, flags }) =>
    flags.flatMap(({ name, short, value }) => {
      if (value === undefined) return [];
      return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((flag) => ({
        at: `'${command} ${flag}'`,
        words: wordsOf(value),
      }));
    }),
  );
  return [...Map.groupBy(values, ({ words }) => words)]
    .map(([words, places]) => {
      const all = places.map(({ at }) => at).join(' | ');
      return words === '' ? `    ${all}) return ;;` : `    ${all}) COMPREPLY=($(compgen -W '${words}' -- "$current")); return ;;`;
    })
    .join('\n');
}

function commandCase({ name, flags, words }: CompletedCommand): string {
  const all = flags.flatMap(({ name: flag, short }) => [`--${flag}`, ...(short === undefined ? [] : [`-${short}`])]).join(' ');
  return `    ${name})
      case "$current" in
        -*) words='${all}' ;;
        *) words='${wordsOf(words)}' ;;
      esac ;;`;
}

function wordsOf(place: Place): string {
  return place.kind === 'words' ? place.words.join(' ') : '';
}
