import { heldObjects, HOLDER_KINDS } from '../../fleet/kubefleet/held-objects.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { type GatedPlacement, type GateReport, READY_REASONS, type TimelineEntry } from '../../report.ts';
import { isPlain } from '../../secrets/is-plain.ts';
import { linesOfValue } from '../../secrets/lines-of-value.ts';
import { secretValues } from '../../secrets/secret-values.ts';
import { withoutWords } from '../../secrets/without-words.ts';
import { FAILURE_IDS } from '../catalogue/failure-ids.ts';
import { typeOf } from '../view/seen.ts';
import type { Progress } from './progress.ts';
import { SECRET } from '../../fleet/kubernetes/read-types.ts';

/**
 * Masks values of the hub's Secrets and of its other credentials, current or applied, in sentences: a component that refuses an object may quote it, and conditions are
 * evidence. A value that is also a name, or an id of fleet-gate, is not masked: otherwise it would be missing from the report.
 */
export function hubSecretsHider(hub: HubState, manifests: readonly KubeObject[] = []): (text: string) => string {
  const values = new Set<string>();
  const types = [SECRET, ...[...HOLDER_KINDS, ...OVERRIDES].map(typeOf)];
  const all = [...types.flatMap((type) => hub.list(type)), ...manifests].map(confidentialOf);
  for (const { secrets } of all) for (const secret of secrets) values.add(secret);
  for (const word of [...FAILURE_IDS, ...READY_REASONS]) values.delete(word);
  if (values.size === 0) return NOTHING;
  for (const { names } of all) for (const name of names) values.delete(name);
  for (const { metadata } of hub.list(typeOf('MemberCluster'))) values.delete(metadata.name);
  return withoutWords(values);
}

/** Masks nothing, for a hub without secret values. */
const NOTHING = (text: string): string => text;

/** The report with masked values. */
export function withoutHubSecrets(report: GateReport, hide: (text: string) => string): GateReport {
  if (hide === NOTHING) return report;
  const { message, placements, runs, timeline } = report;
  return {
    ...report,
    ...(message === undefined ? {} : { message: hide(message) }),
    placements: placements.map((placement) => hiding(placement, hide)),
    runs: runs.map((run) => hiding(run, hide)),
    timeline: timeline.map((entry) => hidingEntry(entry, hide)),
  };
}

/** The progress with masked values. */
export function progressWithoutSecrets(progress: Progress, hide: (text: string) => string): Progress {
  if (hide === NOTHING) return progress;
  const { state, changes, awaiting } = progress;
  const placements = state.placements.map((placement) => hiding(placement, hide));
  const runs = state.runs.map((run) => hiding(run, hide));
  return {
    ...progress,
    awaiting: hide(awaiting),
    changes: { [Symbol.iterator]: () => Iterator.from(changes).map((entry) => hidingEntry(entry, hide)) },
    state: { ...state, placements, runs, awaiting: hide(state.awaiting) },
  };
}

const OVERRIDES = ['ClusterResourceOverride', 'ResourceOverride', 'ClusterResourceOverrideSnapshot', 'ResourceOverrideSnapshot'];

interface Confidential {
  readonly secrets: readonly string[];
  readonly names: readonly string[];
}

/** Most objects are unchanged from one evaluation to the next, so each is searched once. */
const confidentialOf = oncePer((object: KubeObject) => confidential(object));

function confidential(object: KubeObject): Confidential {
  const objects = heldObjects(object);
  const secrets = objects.flatMap((each) => {
    if (each.kind === 'Secret' || OVERRIDES.includes(each.kind))
      return [...secretValues(each)].flatMap((value) => [value, ...linesOfValue(value)]);
    // What a Work holds is in its snapshot too. Elsewhere a name shows the credential, and its value may be a word.
    return object.kind === 'Work' ? [] : [...secretValues(each)].filter((value) => !isPlain(value));
  });
  const names = objects.flatMap(({ metadata }) => [metadata.name, metadata.namespace ?? '']);
  return { secrets, names };
}

/** Its sentences; names, verdicts and stages of clusters are fields of their own. */
function hiding<Gated extends GatedPlacement>(gated: Gated, hide: (text: string) => string): Gated {
  return {
    ...gated,
    summary: hide(gated.summary),
    clusters: gated.clusters.map((cluster) => (cluster.note === undefined ? cluster : { ...cluster, note: hide(cluster.note) })),
    diagnoses: gated.diagnoses.map((diagnosis) => ({
      ...diagnosis,
      title: hide(diagnosis.title),
      evidence: diagnosis.evidence.map(hide),
      ...(diagnosis.log === undefined ? {} : { log: { ...diagnosis.log, text: hide(diagnosis.log.text) } }),
      explain: hide(diagnosis.explain),
      remedy: diagnosis.remedy.map(hide),
    })),
  };
}

/** The stage of a target is its summary sentence. */
function hidingEntry(entry: TimelineEntry, hide: (text: string) => string): TimelineEntry {
  return { ...entry, stage: hide(entry.stage) };
}
