import type { CompletedCommand, CompletedFlag, Place } from './completed.ts';

/** A script for fish. It offers files only if a file name is valid there. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lines = [
    '# Completion of fleet-gate for fish. Load it with: fleet-gate completion fish | source',
    'complete -c fleet-gate -f',
    ...commands.map(({ name, about }) => `complete -c fleet-gate -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`),
    `complete -c fleet-gate -n __fish_use_subcommand -l help -s h -d ${quoted('print this help')}`,
    `complete -c fleet-gate -n __fish_use_subcommand -l version -d ${quoted('print the version')}`,
    ...commands.flatMap(linesOf),
  ];
  return `${lines.join('\n')}\n`;
}

function linesOf({ name, flags, words }: CompletedCommand): readonly string[] {
  const start = `complete -c fleet-gate -n '__fish_seen_subcommand_from ${name}'`;
  return [...flags.map((flag) => `${start}${flagOptions(flag)}`), ...(words.kind === 'text' ? [] : [`${start}${valueOptions(words)}`])];
}

function flagOptions({ name, short, about, value }: CompletedFlag): string {
  return ` -l ${name}${short === undefined ? '' : ` -s ${short}`}${value === undefined ? '' : ` -r${valueOptions(value)}`} -d ${quoted(about)}`;
}

function valueOptions(place: Place): string {
  if (place.kind === 'words') return ` -f -a ${quoted(place.words.join(' '))}`;
  return { file: ' -F', folder: ` -f -a '(__fish_complete_directories)'`, text: ' -f' }[place.kind];
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
