import { fleetKind } from '../../fleet/kubefleet/kinds.ts';
import { SHORT_NAMES } from '../../fleet/kubefleet/short-names.ts';
import { counted } from '../../report/facts/words/words.ts';
import { wrap } from '../../report/text/terminal.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { allExitCodeTexts, exitCodeTexts } from './exit-code-texts.ts';
import { type Flag, flagsOf } from './flags.ts';
import { COMMANDS, type Command } from '../../settings/commands.ts';
import { describedFor } from '../../settings/describe.ts';
import { type FlagName, SETTING_GROUPS, SETTINGS } from '../../settings/settings.ts';
import { flagTerms, inTerms } from '../../terms.ts';
import { row } from './row.ts';
import { SUMMARIES } from './summaries.ts';

/** Column of the explanations. */
const FLAG_COLUMN = 30;

/** Maximum number of flags in the short help of a command. */
const SHORT = 10;

/** Help text, at most `columns` wide if words and lines to copy allow it. @param isWhole every flag, not only the common ones */
export function helpText(command: Command | undefined, columns: number, isWhole = false): string {
  const width = Math.max(40, Math.min(columns, 110));
  const body = command === undefined ? overview(width, isWhole) : details(command, width, isWhole);
  const codes = command === undefined ? allExitCodeTexts() : exitCodeTexts(command);
  const rows = codes.map(({ code, text }) => `  ${`${code}`.padStart(3)}  ${wrap(text, width, 7)}`);
  return [...body, '', 'Exit codes:', ...rows, ''].join('\n');
}

function overview(width: number, isWhole: boolean): string[] {
  return [
    wrap('fleet-gate: the gate for KubeFleet and Azure Kubernetes Fleet Manager', width, 0),
    '',
    'Usage: fleet-gate COMMAND [FLAGS]',
    '',
    ...COMMANDS.map((name) => row(SUMMARIES[name].usage, SUMMARIES[name].does, width, FLAG_COLUMN)),
    '',
    ...targetLines(width),
    '',
    'Examples:',
    ...COMMANDS.flatMap((name) => exampleLines(EXAMPLES[name].slice(0, 1), width)),
    ...(isWhole
      ? COMMANDS.flatMap((name) => ['', ...details(name, width, true)])
      : [
          '',
          wrap('`fleet-gate COMMAND --help` shows the common flags of a command and more examples, `--help all` every flag.', width, 0),
        ]),
  ];
}

function details(command: Command, width: number, isWhole: boolean): string[] {
  const { usage, does } = SUMMARIES[command];
  const all = flagsOf(command);
  const shown = isWhole || all.length <= SHORT ? all : all.filter(({ name }) => isCommon(name, command));
  return [
    wrap(`Usage: fleet-gate ${usage} [FLAGS]`, width, 7),
    '',
    `  ${wrap(does, width, 2)}`,
    '',
    ...(usage.includes('TARGET') ? [...targetLines(width), ''] : []),
    'Examples:',
    ...exampleLines(EXAMPLES[command], width),
    ...SETTING_GROUPS.flatMap(({ title, settings }) => {
      const flags = shown.filter(({ name }) => name in settings);
      return flags.length === 0
        ? []
        : ['', `${title}:`, ...flags.map((flag) => row(nameOf(flag), aboutFlag(flag, command), width, FLAG_COLUMN))];
    }),
    ...(shown.length === all.length
      ? []
      : ['', wrap(`${counted(all.length - shown.length, 'more flag')}: fleet-gate ${command} --help all`, width, 0)]),
  ];
}

function isCommon(name: FlagName, command: Command): boolean {
  const shortHelp = SETTINGS[name].flag?.shortHelp ?? [];
  return shortHelp === 'all' || shortHelp.includes(command);
}

/** How to write targets, each kind with its short and full name. */
function targetLines(width: number): readonly string[] {
  const forms = Object.entries(SHORT_NAMES).map(([short, kind]) => {
    const name = fleetKind(kind)?.namespaced === true ? 'NAMESPACE/NAME' : 'NAME';
    return row(`${short}/${name}`, `or ${kind}/${name}`, width, FLAG_COLUMN);
  });
  return ['TARGET is a placement or an update run:', ...forms];
}

/** A line to copy is not wrapped. */
function exampleLines(examples: readonly Example[], width: number): readonly string[] {
  return examples.flatMap(({ line, does }) => [`  ${line}`, `      ${wrap(does, width, 6)}`]);
}

function nameOf({ name, short, value }: Flag): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function aboutFlag({ name, many, negatable }: Flag, command: Command): string {
  const about = inTerms(describedFor(name, command), flagTerms);
  return `${about}${many ? '; repeatable' : ''}${negatable ? `; off: --no-${name}` : ''}`;
}
