import { parseDuration } from '../duration.ts';
import { field, listAt, objectAt, stringAt } from '../fleet/json.ts';
import { childPointer } from '../fleet/json-pointer.ts';
import type { RepositoryGate } from '../static/repository-gate.ts';
import { readDocuments, type ReadDocument } from '../yaml/documents.ts';

/** What a gate does that does not say how long it waits. */
export interface GateDefaults {
  readonly timeout: number;
  readonly timeoutText: string;
}

/**
 * The gates among the steps of a GitHub workflow, or of a composite action: those that use the Action in mode `gate`, and those that run
 * `fleet-gate wait`. Left out is what ends before a rollout does (`for: scheduled`, `on-approval: fail`), and what only the run knows.
 */
export function gatesOfWorkflow(text: string, file: string, defaults: GateDefaults): readonly RepositoryGate[] {
  return [...readDocuments(text)].flatMap((document) => (document.kind === 'read' ? gatesIn(document, file, defaults) : []));
}

function gatesIn({ value, places }: ReadDocument, file: string, defaults: GateDefaults): readonly RepositoryGate[] {
  const jobs = Object.entries(objectAt(value, 'jobs') ?? {}).map(([name, job]) => ({ at: `${childPointer('/jobs', name)}/steps`, job }));
  const lists = [
    ...jobs.map(({ at, job }) => ({ at, steps: listAt(job, 'steps') })),
    { at: '/runs/steps', steps: listAt(value, 'runs', 'steps') },
  ];
  return lists.flatMap(({ at, steps }) =>
    steps.flatMap((step, index) => {
      const asked = usesAction(step) ? askedOfAction(step) : askedOfCommand(stringAt(step, 'run') ?? '');
      if (asked === undefined || endsEarly(asked)) return [];
      const timeoutText = asked.timeout ?? defaults.timeoutText;
      const timeout = asked.timeout === undefined ? defaults.timeout : parseDuration(asked.timeout);
      if (timeout === undefined || isOpen(asked.follows ?? '')) return [];
      const place = `${file}:${places.locate(`${at}/${index}`).line}`;
      return [{ place, timeout, timeoutText, ...(asked.follows === undefined ? {} : { follows: asked.follows }) }];
    }),
  );
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

/** The first `fleet-gate wait` of a script; a line that ends in a backslash goes on. */
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

/** Holds an expression or a variable, whose value only the run knows. */
function isOpen(text: string): boolean {
  return text.includes('$');
}
