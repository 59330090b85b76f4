import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { displayName } from '../fleet/kubernetes/object.ts';
import type { Diagnosis, GatedPlacement, GateReport } from '../report.ts';
import { progressedAt } from './progressed-at.ts';
import type { ClusterCounts, Watched } from './watched.ts';

/**
 * The placements and update runs of a judgement.
 * @param hub the state that was judged
 * @param silent the member clusters that are reported as bad themselves
 */
export function watchedOfGate({ placements, runs }: GateReport, hub: HubState, silent: ReadonlySet<string>): readonly Watched[] {
  return [...placements, ...runs].map((gated) => ({ ...watchedOf(gated, hub, silent), clusters: countsOf(gated) }));
}

function watchedOf(gated: GatedPlacement, hub: HubState, silent: ReadonlySet<string>): Watched {
  const { object, verdict, summary, diagnoses } = gated;
  const base = { object, suspicions: [] } as const;
  switch (verdict) {
    case 'failed':
    case 'stuck': {
      const terminal = diagnoses.filter(({ outcome }) => outcome === 'terminal');
      const [first] = terminal;
      if (first === undefined) return { ...base, state: 'bad', cause: summary };
      const { since, id: failure, remedy } = first;
      // One member that does not answer must not be reported once for each placement.
      const isUnknown = terminal.every(({ id, cluster = '' }) => id === 'member-silent' && silent.has(cluster));
      return {
        ...base,
        state: isUnknown ? 'unknown' : 'bad',
        cause: causeOf(terminal),
        failure,
        ...(since === undefined ? {} : { since }),
        ...stepOf(remedy),
      };
    }
    case 'superseded':
      return { ...base, state: 'person', cause: titleOf(diagnoses, 'terminal') ?? summary };
    case 'waiting': {
      const person = titleOf(diagnoses, 'human');
      return {
        object,
        state: person === undefined ? 'open' : 'person',
        cause: person ?? titleOf(diagnoses, 'suspect') ?? titleOf(diagnoses, 'waiting') ?? 'a rollout is under way',
        suspicions: diagnoses.flatMap((diagnosis) =>
          diagnosis.outcome === 'suspect' && diagnosis.countsAt !== undefined
            ? [{ key: keyOf(diagnosis), failure: diagnosis.id, cause: causeOf([diagnosis]), countsAt: diagnosis.countsAt }]
            : [],
        ),
        ...(diagnoses.some(({ id }) => MAY_REST.has(id)) ? {} : progressOf(gated, hub)),
        ...stepOf(diagnoses[0]?.remedy ?? []),
      };
    }
    case 'unknown':
      return { ...base, state: 'unknown', cause: summary };
    case 'passed':
    case 'notVerified':
    default:
      return { ...base, state: 'good', cause: '' };
  }
}

/** They end by themselves at a time that is known. */
const MAY_REST: ReadonlySet<string> = new Set(['run-waiting-timed']);

/** `The image cannot be pulled on east and 2 more clusters (and 1 more cause)` */
function causeOf(terminal: readonly Diagnosis[]): string {
  const [first] = terminal;
  if (first === undefined) return '';
  const same = terminal.filter(({ id }) => id === first.id);
  const clusters = [...new Set(same.flatMap(({ cluster }) => cluster ?? []))];
  const [cluster] = clusters;
  const more = clusters.length > 1 ? ` and ${clusters.length - 1} more` : '';
  const other = new Set(terminal.map(({ id }) => id)).size - 1;
  return `${first.title}${cluster === undefined ? '' : ` on ${cluster}${more}`}${other > 0 ? ` (${other} more causes)` : ''}`;
}

function titleOf(diagnoses: readonly Diagnosis[], outcome: Diagnosis['outcome']): string | undefined {
  return diagnoses.find((diagnosis) => diagnosis.outcome === outcome)?.title;
}

function keyOf({ id, cluster = '', object }: Diagnosis): string {
  return [id, cluster, object === undefined ? '' : displayName(object)].join('|');
}

function stepOf([step]: readonly string[]): Pick<Watched, 'step'> {
  return step === undefined ? {} : { step };
}

/** Differs if the spec, the content, a cluster or a stage of a run has moved. */
function progressOf(gated: GatedPlacement, hub: HubState): Pick<Watched, 'progress' | 'progressedAt'> {
  const { generation, snapshotIndex, clusters } = gated;
  const moved = progressedAt(gated, hub);
  const steps = Map.groupBy(clusters, ({ verdict, stage }) => `${verdict} ${stage}`);
  const counts = [...steps].map(([step, { length }]) => `${step} ${length}`).toSorted();
  const progress = [`generation ${generation ?? '?'}`, `snapshot ${snapshotIndex ?? '?'}`, ...counts].join(', ');
  return { progress, ...(moved === undefined ? {} : { progressedAt: moved }) };
}

function countsOf({ clusters }: GatedPlacement): ClusterCounts {
  const count = (...verdicts: readonly string[]): number => clusters.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [good, failed] = [count('passed', 'notVerified'), count('failed', 'stuck', 'superseded')];
  return { good, failed, open: clusters.length - good - failed };
}
