import type { GateReport, Report, WatchChange, WatchReport } from '../../report.ts';
import { EXIT_CODES } from '../../report.ts';
import type { HubError } from '../../errors.ts';
import { rfc3339 } from '../../fleet/kubernetes/rfc3339.ts';
import { isTargetKind } from '../../gates/deploy/target.ts';
import { badObjects, type WatchMemory } from '../../watch/memory.ts';
import { nextMemory, type WatchLimits } from '../../watch/next-memory.ts';
import type { Look, Watched } from '../../watch/watched.ts';
import { HUB_NAME, readableAgain, unreadableHub } from '../../watch/unreadable-hub.ts';
import { WATCHED_STATES } from '../../watch-report.ts';
import { report } from '../output/run-result.ts';
import type { LookedAt } from './look-at-hub.ts';

export interface WatcherPorts {
  /** Reads and judges the hub. @throws {HubError} */
  readonly look: () => Promise<LookedAt>;
  /** Reads everything once more, so that no report depends on a single event. Absent if each look reads everything. */
  readonly refresh?: () => Promise<void>;
  readonly hub: string;
  readonly limits: WatchLimits;
  readonly notes: readonly string[];
}

/** What one look found. */
export interface WatchStep {
  readonly report: Report;
  readonly look: Look;
  readonly memory: WatchMemory;
  readonly changes: readonly WatchChange[];
  /** What this look could not check, in whole sentences. */
  readonly notes: readonly string[];
}

/** Looks at the hub and compares it with the memory of the look before. @throws {HubError} */
export async function watchStep(before: WatchMemory | undefined, ports: WatcherPorts): Promise<WatchStep> {
  const { hub, limits, refresh } = ports;
  const first = await ports.look();
  const next = nextMemory(before, hub, readableAgain(first.look, before), limits);
  if (next.changes.length === 0 || refresh === undefined) return stepOf(first, next, ports);
  await refresh();
  const again = await ports.look();
  return stepOf(again, nextMemory(before, hub, readableAgain(again.look, before), limits), ports);
}

/** The step of a look that could not read the hub. Reported as bad only after the grace of the hub. */
export function unreadableStep(
  before: WatchMemory | undefined,
  error: HubError,
  now: Date,
  { hub, limits }: Pick<WatcherPorts, 'hub' | 'limits'>,
): Pick<WatchStep, 'report' | 'memory' | 'changes'> {
  const { memory, changes } = unreadableHub(before, hub, { at: rfc3339(now.getTime()), why: error.kind }, limits);
  // Messages of the hub are not sent anywhere.
  const message = memory.objects[HUB_NAME]?.bad?.cause ?? 'the hub cannot be read';
  const gate = { outcome: error.kind, message, placements: [], runs: [], timeline: [] } as const;
  return { memory, changes, report: report({ command: 'watch', outcome: error.kind, exitCode: EXIT_CODES[error.kind], gate }) };
}

function stepOf(
  { gate, look, notes: ofLook, unlisted }: LookedAt,
  { memory, changes }: ReturnType<typeof nextMemory>,
  { notes }: WatcherPorts,
): WatchStep {
  const bad = badObjects(memory);
  const refused = look.denied.map((kind) => `Not watched, because the hub refuses to show them: ${kind} objects.`);
  const said = [...notes, ...ofLook, ...refused];
  const states = Object.values(memory.objects).map(({ state }) => state);
  const counts = Object.fromEntries(
    WATCHED_STATES.map((state) => [state, states.filter((each) => each === state).length]),
  ) as WatchReport['counts'];
  const quiet = unlisted !== undefined ? 'notAllowed' : isNothing(look.watched) ? 'nothingToDo' : 'passed';
  const outcome = bad.length > 0 ? 'failed' : quiet;
  const message =
    outcome === 'nothingToDo' ? 'there is no placement and no update run on the hub' : outcome === 'notAllowed' ? unlisted : undefined;
  return {
    look,
    memory,
    changes,
    notes: [...ofLook, ...refused],
    report: report({
      command: 'watch',
      outcome,
      exitCode: EXIT_CODES[outcome],
      ...(message === undefined ? {} : { message }),
      ...(said.length === 0 ? {} : { notes: said }),
      ...withoutGood(gate, outcome),
      watch: { judgedAt: look.at, counts, bad, changes },
    }),
  };
}

function isNothing(watched: readonly Watched[]): boolean {
  return !watched.some(({ object }) => isTargetKind(object.kind));
}

/** A report of a large hub shows what is not good. */
function withoutGood(gate: GateReport, outcome: 'failed' | 'passed' | 'nothingToDo' | 'notAllowed'): Pick<Report, 'gate'> {
  const isOpen = ({ verdict }: { readonly verdict: string }): boolean => verdict !== 'passed' && verdict !== 'notVerified';
  const [placements, runs] = [gate.placements.filter(isOpen), gate.runs.filter(isOpen)];
  if (outcome === 'nothingToDo' || placements.length + runs.length === 0) return {};
  return { gate: { ...gate, outcome, placements, runs } };
}
