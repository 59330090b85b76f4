import { durationText, parseDuration } from '../../duration.ts';
import { field, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import type { RepositoryGate } from '../../static/world/repository-gate.ts';
import { readDocuments, type ReadDocument } from '../../yaml/documents.ts';

/** The default duration of a gate. */
export interface GateDefaults {
  readonly timeout: number;
  readonly timeoutText: string;
}

/**
 * The gates in the steps of a GitHub workflow or a composite action: steps that use the Action in mode `gate`, and steps that run
 * `fleet-gate wait`. A gate that ends before the rollout (`for: scheduled`, `on-approval: fail`) or that depends on values of the run is
 * left out. GitHub may end the job or the step of a gate earlier (`timeout-minutes`).
 */
export function gatesOfWorkflow(text: string, file: string, defaults: GateDefaults): readonly RepositoryGate[] {
  return [...readDocuments(text)].flatMap((document) => (document.kind === 'read' ? gatesIn(document, file, defaults) : []));
}

function gatesIn({ value, places }: ReadDocument, file: string, defaults: GateDefaults): readonly RepositoryGate[] {
  const jobs = Object.entries(objectAt(value, 'jobs') ?? {}).map(([name, job]) => ({ at: `${childPointer('/jobs', name)}/steps`, job }));
  const lists = [
    ...jobs.map(({ at, job }) => ({ at, steps: listAt(job, 'steps'), ofJob: limitOf(job, 'job') })),
    { at: '/runs/steps', steps: listAt(value, 'runs', 'steps'), ofJob: undefined },
  ];
  return lists.flatMap(({ at, steps, ofJob }) =>
    steps.flatMap((step, index) => {
      const asked = usesAction(step) ? askedOfAction(step) : askedOfCommand(stringAt(step, 'run') ?? '');
      if (asked === undefined || endsEarly(asked)) return [];
      const limits = [ownLimit(asked, defaults), limitOf(step, 'step'), ofJob].filter((limit) => limit !== undefined);
      const [first] = limits.toSorted((one, other) => one.timeout - other.timeout);
      if (first === undefined || isOpen(asked.follows ?? '')) return [];
      const place = `${file}:${places.locate(`${at}/${index}`).line}`;
      return [{ place, ...first, ...(asked.follows === undefined ? {} : { follows: asked.follows }) }];
    }),
  );
}

type Limit = Pick<RepositoryGate, 'timeout' | 'timeoutText' | 'endedWith'>;

/** The timeout of the gate; `undefined` if it depends on values of the run. */
function ownLimit({ timeout: text }: Asked, defaults: GateDefaults): Limit | undefined {
  if (text === undefined) return { timeout: defaults.timeout, timeoutText: defaults.timeoutText };
  const timeout = parseDuration(text);
  return timeout === undefined ? undefined : { timeout, timeoutText: text };
}

/** GitHub's default for a job: https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax */
const JOB_MINUTES = 360;

/** When GitHub ends a job or a step. `undefined` if it depends on values of the run, and for a step without a timeout. */
function limitOf(of: unknown, endedWith: 'job' | 'step'): Limit | undefined {
  const minutes = Number(field(of, 'timeout-minutes') ?? (endedWith === 'job' ? JOB_MINUTES : undefined));
  if (!Number.isFinite(minutes) || minutes <= 0) return undefined;
  const timeout = minutes * 60_000;
  return { timeout, timeoutText: durationText(timeout), endedWith };
}

interface Asked {
  readonly timeout: string | undefined;
  readonly follows: string | undefined;
  readonly waitsFor: string | undefined;
  readonly onApproval: string | undefined;
}

function usesAction(step: unknown): boolean {
  return /^[\w.-]+\/fleet-gate(?:\/[^@]*)?@/.test(stringAt(step, 'uses') ?? '');
}

function askedOfAction(step: unknown): Asked | undefined {
  if (stringAt(step, 'with', 'mode') !== 'gate') return undefined;
  const input = (name: string): string | undefined => {
    const value = field(step, 'with', name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  return {
    timeout: input('timeout'),
    follows: input('placements'),
    waitsFor: input('for'),
    onApproval: input('on-approval'),
  };
}

/** The first `fleet-gate wait` of a script; a backslash at the end of a line continues it. */
function askedOfCommand(script: string): Asked | undefined {
  const joined = script.replaceAll('\\\n', ' ');
  const commands = joined.split(/[\n;|&]/).map((command) =>
    command
      .split(/[\s=]/)
      .map(unquoted)
      .filter((word) => word !== ''),
  );
  const words = commands.find((each) => each.some((word, index) => isProgram(word) && each[index + 1] === 'wait'));
  if (words === undefined) return undefined;
  const after = (flag: string): string | undefined => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const targets = words.filter((word) => /^[A-Za-z]+\//.test(word) && !isProgram(word));
  return {
    timeout: after('--timeout'),
    follows: targets.length === 0 ? undefined : targets.join(' '),
    waitsFor: after('--for'),
    onApproval: after('--on-approval'),
  };
}

function isProgram(word: string): boolean {
  return word === 'fleet-gate' || word.endsWith('/fleet-gate');
}

function unquoted(word: string): string {
  return word.replaceAll(/["']/g, '');
}

function endsEarly({ waitsFor, onApproval }: Asked): boolean {
  return (waitsFor !== undefined && !['available', 'succeeded'].includes(waitsFor)) || (onApproval !== undefined && onApproval !== 'wait');
}

/** Whether the text contains an expression or a variable, whose value only the run knows. */
function isOpen(text: string): boolean {
  return text.includes('$');
}
