import { EXIT_CODES, type ExitCode } from '../../report.ts';
import type { Command } from '../../settings/commands.ts';

interface Meaning {
  readonly code: ExitCode;
  readonly text: string;
}

/** The exit codes of a command, and their meanings. */
export function exitCodeTexts(command: Command): readonly Meaning[] {
  return [...BY_COMMAND[command], ...ALWAYS].toSorted((a, b) => a.code - b.code);
}

/** All exit codes of all commands. */
export function allExitCodeTexts(): readonly Meaning[] {
  const texts: readonly Meaning[] = [
    { code: EXIT_CODES.failed, text: 'findings, or a placement or update run failed' },
    ...NOTHING('nothing to check or to wait for'),
    ...HUB,
    ...NOT_EVALUATED,
    ...WAITING,
    { code: EXIT_CODES.timedOut, text: 'timed out, or not decided yet' },
  ];
  return [...texts, ...ALWAYS].toSorted((a, b) => a.code - b.code);
}

const ALWAYS: readonly Meaning[] = [
  { code: EXIT_CODES.passed, text: 'passed' },
  { code: EXIT_CODES.usage, text: 'wrong usage or configuration' },
  { code: EXIT_CODES.ownFault, text: 'an internal error of fleet-gate' },
  { code: EXIT_CODES.cancelled, text: 'cancelled' },
];

const HUB: readonly Meaning[] = [
  { code: EXIT_CODES.unreachable, text: 'hub unreachable' },
  { code: EXIT_CODES.notAllowed, text: 'access denied: login or permissions are missing' },
];

const NOT_EVALUATED: readonly Meaning[] = [
  { code: EXIT_CODES.notEvaluated, text: 'a KubeFleet object, or content of a placement, was not evaluated' },
];

const WAITING: readonly Meaning[] = [
  { code: EXIT_CODES.waitingForPerson, text: 'waiting for a person' },
  { code: EXIT_CODES.superseded, text: 'superseded by a newer change' },
  { code: EXIT_CODES.stuck, text: 'stuck' },
];

const NOTHING = (text: string): readonly Meaning[] => [{ code: EXIT_CODES.nothingToDo, text }];

const FAILED_GATE: Meaning = { code: EXIT_CODES.failed, text: 'a placement or update run failed' };

const BY_COMMAND: Readonly<Record<Command, readonly Meaning[]>> = {
  init: [...NOTHING('the hub has no member cluster'), ...HUB],
  lint: [
    { code: EXIT_CODES.failed, text: 'findings that fail' },
    ...NOTHING('no Kubernetes object in the files'),
    ...HUB,
    ...NOT_EVALUATED,
  ],
  plan: [
    { code: EXIT_CODES.failed, text: 'a placement goes wrong' },
    ...NOTHING('no Kubernetes object in the files'),
    ...HUB,
    ...NOT_EVALUATED,
  ],
  ready: [
    { code: EXIT_CODES.failed, text: 'not ready: the report has the reasons' },
    ...NOTHING('no placement for the files'),
    ...HUB,
    { code: EXIT_CODES.notEvaluated, text: 'not everything that decides could be checked' },
    { code: EXIT_CODES.waitingForPerson, text: 'wait: a window is closed, or the former rollout has not finished' },
  ],
  wait: [FAILED_GATE, ...NOTHING('nothing to wait for'), ...HUB, ...WAITING, { code: EXIT_CODES.timedOut, text: 'timed out' }],
  diagnose: [FAILED_GATE, ...NOTHING('nothing to check'), ...HUB, ...WAITING, { code: EXIT_CODES.timedOut, text: 'not decided yet' }],
  approve: [
    { code: EXIT_CODES.failed, text: 'not proven, or not written' },
    ...NOTHING('no approval is open'),
    ...HUB,
    { code: EXIT_CODES.waitingForPerson, text: 'denied by a person, or the run is stopped' },
    { code: EXIT_CODES.superseded, text: 'superseded by a newer change' },
    { code: EXIT_CODES.stuck, text: 'the run is stuck' },
  ],
  watch: [{ code: EXIT_CODES.failed, text: 'something is bad' }, ...NOTHING('there is no placement and no update run'), ...HUB],
  status: [...NOTHING('there is no placement or update run'), ...HUB],
  snapshot: [...NOTHING('no placement or update run has these labels'), ...HUB],
  clusters: [...NOTHING('the hub has no member cluster'), ...HUB],
  doctor: HUB,
  explain: [],
  owns: [
    { code: EXIT_CODES.failed, text: 'no placement puts the object there, or on one of the clusters asked about' },
    ...HUB,
    { code: EXIT_CODES.notEvaluated, text: 'not verified: not everything that may contain the object could be read' },
  ],
  mcp: [],
  completion: [],
  demo: [{ code: EXIT_CODES.failed, text: 'the demo did not end as expected' }],
};
