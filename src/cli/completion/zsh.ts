import type { CompletedCommand, CompletedFlag, Place } from './completed.ts';

/** A script for zsh: to source, or as a file \`_fleet-gate\` in a folder of \`fpath\`. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef fleet-gate
# Completion of fleet-gate for zsh. Load it with: source <(fleet-gate completion zsh)
_fleet_gate() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quoted(`${name}:${about.replaceAll(':', String.raw`\:`)}`)}`).join('\n')}
  )
  _arguments -C '(-h --help)'{-h,--help}'[print this help]' '--version[print the version]' '1: :->command' '*:: :->words'
  case $state in
    command) _describe -t commands 'command' commands ;;
    words)
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}
if [[ $funcstack[1] = _fleet_gate || $funcstack[1] = _fleet-gate ]]; then
  _fleet_gate "$@"
else
  compdef _fleet_gate fleet-gate
fi
`;
}

function commandCase({ name, flags, words }: CompletedCommand): string {
  const specs = [...flags.flatMap(flagSpecs), ...(words.kind === 'text' ? [] : [quoted(`*: :${actionOf(words)}`)])];
  return `        ${name}) _arguments ${specs.map((spec) => `\\\n          ${spec}`).join(' ')} ;;`;
}

function flagSpecs({ name, short, about, many, value }: CompletedFlag): readonly string[] {
  const shown = `[${about.replaceAll(/[[\]\\]/g, String.raw`\$&`)}]`;
  const spec = (flag: string, equals: string): string => {
    const alone = many || short === undefined ? '' : `(-${short} --${name})`;
    return quoted(
      `${many ? '*' : alone}${flag}${value === undefined ? '' : equals}${shown}${value === undefined ? '' : `: :${actionOf(value)}`}`,
    );
  };
  return [spec(`--${name}`, '='), ...(short === undefined ? [] : [spec(`-${short}`, '+')])];
}

function actionOf(place: Place): string {
  if (place.kind === 'words')
    return place.words.some((word) => word.endsWith('/')) ? `compadd -S "" ${place.words.join(' ')}` : `(${place.words.join(' ')})`;
  return { file: '_files', folder: '_files -/', text: ' ' }[place.kind];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
