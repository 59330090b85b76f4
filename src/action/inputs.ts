import { type Flag, FLAGS } from '../cli/command-line/flags.ts';
import { ConfigError } from '../errors.ts';
import { COMMAND_OF_MODE, type Mode, MODES } from '../settings/commands.ts';
import { INPUT_NAMES, modesOf } from '../settings/inputs.ts';
import { COMMENT_WHEN } from '../settings/on-github.ts';
import { type FlagName, type InputName, SETTINGS } from '../settings/settings.ts';
import { type AskedReport, askedReports, REPORT_INPUTS } from './report-inputs.ts';

type CommentWhen = (typeof COMMENT_WHEN)[number];

/** The inputs of the Action, parsed and checked. Values of flags are not checked here: the CLI's parser does that. */
export interface ActionInputs {
  readonly mode: Exclude<Mode, 'comment'>;
  readonly comment: CommentWhen;
  /** Distinguishes the comments of one pull request. Empty: derived from workflow, job and mode. */
  readonly commentKey: string;
  readonly summary: boolean;
  readonly token: string;
  /** `lint`: whether to show the plan as well. Default: yes. */
  readonly plan: boolean;
  readonly reports: readonly AskedReport[];
  /** Empty if no notification is requested. */
  readonly notifyFile: string;
  /** `gate`: the GitHub environment for a deployment that shows the verdict. Absent if no deployment is requested. */
  readonly environment?: string;
  /** `lint` and `ready`: the paths to read. `gate` and `watch`: `KIND/[NS/]NAME`. `approve`: the run. */
  readonly positionals: readonly string[];
  /** Flags that were set, in the order of the CLI's table. Switches do not have values. */
  readonly flags: readonly { readonly name: FlagName; readonly values: readonly string[]; readonly isOff?: boolean }[];
}

/** The modes of a run of the tool; `comment` only writes a comment. */
export const RUN_MODES = ['lint', 'ready', 'gate', 'approve', 'watch'] as const satisfies readonly ActionInputs['mode'][];

/** The inputs that become flags of the command. */
export const FLAG_INPUTS = FLAGS.filter(({ name }) => SETTINGS[name].input === 'as the flag');

/**
 * @param read returns the value of an input, empty if it is not set
 * @throws {ConfigError} an unknown word, a switch that is neither true nor false, standard input, or an input of the other mode. Without the
 * last check, `manifests` without `mode: gate` would give a green lint instead of a gate.
 */
export function readInputs(read: (name: string) => string): ActionInputs {
  const mode = oneOf('mode', read('mode') || 'lint', RUN_MODES, MODES);
  const foreign = INPUT_NAMES.find((name) => !modesOf(name).includes(mode) && isSet(read(name)));
  if (foreign !== undefined) {
    const [other] = modesOf(foreign);
    throw new ConfigError(`input "${foreign}" means nothing with mode: ${mode}; set mode: ${other} or remove the input`);
  }
  const piped = STDIN_INPUTS.find((name) => listOf(read(name)).includes('-'));
  if (piped !== undefined)
    throw new ConfigError(`input "${piped}" has "-", which is standard input, and a workflow has none; name a file or a folder`);
  const reports = askedReports(read);
  const same = reports.find(({ file }) => file === read('notify-file'));
  if (same !== undefined)
    throw new ConfigError(`inputs "notify-file" and "${REPORT_INPUTS[same.format]}" name the same file; give each its own`);
  return {
    mode,
    comment: oneOf('comment', read('comment') || 'never', COMMENT_WHEN),
    commentKey: read('comment-key'),
    summary: read('summary') === '' || isTrue('summary', read('summary')),
    token: read('github-token'),
    plan: mode === 'lint' && (read('plan') === '' || isTrue('plan', read('plan'))),
    reports,
    notifyFile: read('notify-file'),
    ...environmentOf(read),
    positionals: listOf(read(POSITIONALS[mode])),
    flags: [
      ...FLAG_INPUTS.filter(({ name }) => modesOf(name as InputName).includes(mode)).flatMap((flag) => givenFlag(flag, read(flag.name))),
      ...(read('images') === '' ? [] : [{ name: 'image' as const, values: listOf(read('images')) }]),
      ...(mode === 'approve' && isSet(read('dry-run')) && isTrue('dry-run', read('dry-run'))
        ? [{ name: 'dry-run' as const, values: [] }]
        : []),
    ],
  };
}

/** The inputs whose flag or argument may be `-`. A runner may leave standard input open, and the job would wait for its end. */
const STDIN_INPUTS = ['paths', 'clusters', 'manifests'] as const satisfies readonly InputName[];

/** The input with the arguments of the command. */
const POSITIONALS = { lint: 'paths', ready: 'paths', gate: 'placements', approve: 'run', watch: 'placements' } as const satisfies Readonly<
  Record<ActionInputs['mode'], InputName>
>;

/** An action cannot read the environment of its job. A guess could mark another deployment as done. */
function environmentOf(read: (name: string) => string): Pick<ActionInputs, 'environment'> {
  const isWanted = read('deployment') !== '' && isTrue('deployment', read('deployment'));
  const named = read('deployment-environment');
  if (!isWanted && named !== '')
    throw new ConfigError('input "deployment-environment" goes with deployment: true; set it or remove the input');
  const environment = named || read('context');
  if (isWanted && environment === '')
    throw new ConfigError(
      'input "deployment" needs the name of the environment; set deployment-environment, which is context where that is set',
    );
  return isWanted ? { environment } : {};
}

/** The equivalent command line, so that the Action and the CLI share one parser. */
export function inputsToArgv(inputs: ActionInputs): readonly string[] {
  const { mode, flags, positionals, plan, reports } = inputs;
  return [
    COMMAND_OF_MODE[mode],
    ...flags.flatMap(({ name, values, isOff }) =>
      values.length === 0 ? [`--${isOff === true ? 'no-' : ''}${name}`] : values.map((value) => `--${name}=${value}`),
    ),
    ...(plan ? ['--plan'] : []),
    ...(mode === 'watch' ? ['--once'] : []),
    '--format=text',
    ...reports.map(({ format, file }) => `--format=${format}=${file}`),
    '--',
    ...positionals,
  ];
}

function givenFlag(flag: Flag, value: string): ActionInputs['flags'] {
  if (value === '') return [];
  if (flag.value === undefined) {
    const off = flag.negatable ? [{ name: flag.name, values: [], isOff: true }] : [];
    return isTrue(flag.name, value) ? [{ name: flag.name, values: [] }] : off;
  }
  return [{ name: flag.name, values: flag.many ? listOf(value) : [value] }];
}

/** Splits at line ends and commas. */
function listOf(value: string): readonly string[] {
  return value
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** `false` for a switch of the other mode has no effect. */
export function isSet(value: string): boolean {
  return value !== '' && value.toLowerCase() !== 'false';
}

export function isTrue(name: string, value: string): boolean {
  const word = value.toLowerCase();
  if (word !== 'true' && word !== 'false') throw new ConfigError(`input "${name}" is "${value}"; it takes true or false`);
  return word === 'true';
}

export function oneOf<T extends string>(name: string, value: string, words: readonly T[], given: readonly string[] = words): T {
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new ConfigError(`input "${name}" is "${value}"; it takes ${given.join(', ')}`);
  return word;
}
