import { listed as listedUpTo } from '../../../fleet/text/listed.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import type { ChangedResource, PlannedChange, PlannedOverride, PlannedPlacement, PlannedRun } from '../../../report.ts';
import { mayFailText } from './plan-fault.ts';
import { forecastTexts } from './forecast-text.ts';
import { answerText } from './picks.ts';
import { counted } from '../words/words.ts';
import { withoutFullStop } from '../../../fleet/text/without-full-stop.ts';

/** A fact about a planned placement: a label and the fact. Untrusted text, not yet escaped. */
export interface PlanLine {
  readonly label: string;
  readonly text: string;
  readonly tone?: 'bad';
}

const SHOWN = 20;

/** The first 20 names, and how many more there are. */
export function listed(names: readonly string[]): string {
  return listedUpTo(names, SHOWN);
}

/** What is refused: the placement, so that nothing else happens, or objects that it places, or edits of these. */
export function refusedLines({ refused = [], refusedResources = [], change }: PlannedPlacement): readonly PlanLine[] {
  const objects = refusedResources.map(displayName);
  const texts = [
    ...refused.map((text) => `by the hub: ${withoutFullStop(text)}`),
    ...(objects.length === 0 ? [] : [`by the hub: ${listed(objects)}`]),
    // Members refuse an edit of the content of an envelope. The sentence says who refuses.
    ...(change?.refused ?? []).map(withoutFullStop),
  ];
  return texts.map((text) => ({ label: 'refused', text: `${text} (fleet-gate lint shows where, and what to do)`, tone: 'bad' }));
}

/** What is not certain about a placement, and what reaches its clusters in which order. */
export function factLines(placement: PlannedPlacement): readonly PlanLine[] {
  return [
    ...openLines(placement),
    ...notVerifiedLines(placement),
    ...snapshotLines(placement),
    ...overrideLines(placement),
    ...runLines(placement),
    ...rolloutLines(placement),
  ];
}

/** What a change does besides moving clusters: the reasons, the resources, and what cannot be undone. */
export function changeLines(change: PlannedChange | undefined): readonly PlanLine[] {
  if (change === undefined) return [];
  const { added, reasons = [], resources, evicted = [], leftFleet = [], reevaluatedFor = [], warnings = [] } = change;
  const isNew = new Set(added);
  const groups = Map.groupBy(
    reasons,
    ({ cluster, plugin, reason }) => `${isNew.has(cluster) ? '+' : '−'}${answerText(cluster, plugin, reason)}`,
  );
  return [
    ...warnings.map((text): PlanLine => ({ label: 'warning', text, tone: 'bad' })),
    ...evicted.map(({ cluster, reason }): PlanLine => ({ label: 'leaves', text: `${cluster} (${reason})`, tone: 'bad' })),
    ...(leftFleet.length === 0 ? [] : [{ label: 'note', text: leftFleetText(leftFleet) }]),
    ...[...groups.values()].map((group) => reasonLine(group, isNew)),
    ...(resources === undefined
      ? []
      : [
          ...resourceLine('adds', resources.added),
          ...resourceLine('changes', resources.changed),
          ...resourceLine('removes', resources.removed),
        ]),
    ...(reevaluatedFor.length === 0
      ? []
      : [
          {
            label: 'note',
            text: `changing ${reevaluatedFor.join(', ')} reschedules the placement, also on the clusters that have it`,
          },
        ]),
  ];
}

/** `change + a, b  − c  (4 kept)`, `if accepted + a  (4 kept)` if the hub refuses it, `keeps 4 clusters` */
export function movedLines({ change, refused }: Pick<PlannedPlacement, 'change' | 'refused'>): readonly PlanLine[] {
  if (change === undefined) return [];
  const { added, removed, kept } = change;
  if (added.length === 0 && removed.length === 0) return kept === 0 ? [] : [{ label: 'keeps', text: counted(kept, 'cluster') }];
  const parts = [...(added.length > 0 ? [`+ ${listed(added)}`] : []), ...(removed.length > 0 ? [`− ${listed(removed)}`] : [])];
  return [{ label: refused === undefined ? 'change' : 'if accepted', text: `${parts.join('  ')}  (${kept} kept)` }];
}

/** What is not certain in the plan. */
function notVerifiedLines({ notVerified = [] }: PlannedPlacement): readonly PlanLine[] {
  return notVerified.map((text) => ({ label: 'not verified:', text }));
}

/** Content that is too large for one resource snapshot: each snapshot has a Work of its own, and they arrive one after the other. */
function snapshotLines({ snapshots }: PlannedPlacement): readonly PlanLine[] {
  if (snapshots === undefined) return [];
  return [{ label: 'splits', text: `into ${snapshots.length} resource snapshots of at most 800 KiB (${snapshots.join(' + ')} resources)` }];
}

/** What overrides change for the clusters, in the order they are applied. */
function overrideLines({ overrides = [] }: PlannedPlacement): readonly PlanLine[] {
  return overrides.flatMap(
    ({ object, clusters, resources, removed, failures, mayFail = [], refused = [] }: PlannedOverride): readonly PlanLine[] => [
      ...refused.map((text): PlanLine => ({
        label: 'refused',
        text: `by the hub: ${displayName(object)}: ${withoutFullStop(text)}`,
        tone: 'bad',
      })),
      { label: 'overrides', text: `${displayName(object)} applies to ${listed(resources.map(displayName))} on ${listed(clusters)}` },
      ...removed.map((entry) => ({ label: 'excludes', text: `${displayName(entry.resource)} on ${listed(entry.clusters)}` })),
      ...failures.map((entry): PlanLine => ({
        label: 'fails',
        text: `${displayName(entry.resource)} on ${listed(entry.clusters)}: ${entry.error}; nothing is synced there`,
        tone: 'bad',
      })),
      ...mayFail.map((entry): PlanLine => ({
        label: 'may fail',
        text: `${displayName(entry.resource)} on ${listed(entry.clusters)}: ${mayFailText(entry)}`,
      })),
    ],
  );
}

/** The order in which an update run updates the clusters, stage by stage. */
function runLines({ runs = [] }: PlannedPlacement): readonly PlanLine[] {
  return runs.flatMap(({ object, errors, notVerified = [], stages }: PlannedRun): readonly PlanLine[] => [
    ...errors.map((text): PlanLine => ({ label: 'refused', text: `${displayName(object)}: ${text}`, tone: 'bad' })),
    ...notVerified.map((text): PlanLine => ({ label: 'not verified:', text: `${displayName(object)}: ${text}` })),
    ...(stages.length === 0 ? [] : [{ label: 'run', text: `${displayName(object)}: ${stages.map(stageText).join(' → ')}` }]),
  ]);
}

function rolloutLines({ forecasts = [], change }: PlannedPlacement): readonly PlanLine[] {
  return forecastTexts(forecasts, change !== undefined).map((text) => ({ label: 'rollout', text }));
}

function stageText({ name, clusters, maxConcurrency, before, after }: PlannedRun['stages'][number]): string {
  const pace = clusters.length > 1 ? `, ${maxConcurrency >= clusters.length ? 'all' : maxConcurrency} at a time` : '';
  const tasks = [...before.map((task) => `${task} before`), ...after.map((task) => `${task} after`)];
  const who = clusters.length === 0 ? 'no cluster' : `${listed(clusters)}${pace}`;
  return `${name} (${[who, ...tasks].join('; ')})`;
}

function leftFleetText(clusters: readonly string[]): string {
  const [are, there] = clusters.length === 1 ? ['is no longer a member cluster', 'on it'] : ['are no longer member clusters', 'on them'];
  return `${listed(clusters)} ${are}: KubeFleet leaves ${there} what it placed`;
}

function reasonLine(group: NonNullable<PlannedChange['reasons']>, added: ReadonlySet<string>): PlanLine {
  const [first] = group;
  const clusters = listed(group.map(({ cluster }) => cluster));
  const why = first === undefined ? '' : answerText(first.cluster, first.plugin, first.reason);
  return first !== undefined && added.has(first.cluster)
    ? { label: 'new', text: `${clusters}, not picked before (${why})` }
    : { label: 'lost', text: `${clusters} (${why})` };
}

function resourceLine(label: string, entries: readonly ChangedResource[]): readonly PlanLine[] {
  const same = Map.groupBy(entries, ({ reason, clusters }) => JSON.stringify([reason, clusters]));
  return [...same.values()].map((group) => {
    const { reason = '', clusters = [] } = group[0] ?? {};
    const where = clusters.length === 0 ? '' : ` on ${listed(clusters)}`;
    return { label, text: `${listed(group.map(({ resource }) => displayName(resource)))}${where} (${reason})` };
  });
}

/** What it may select in addition: these files do not show it. */
function openLines({ open = [] }: PlannedPlacement): readonly PlanLine[] {
  return [...Map.groupBy(open, ({ reason }) => reason)].map(([reason, group]) => {
    const names = group.flatMap(({ resource }) => (resource === undefined ? [] : displayName(resource)));
    return { label: 'open', text: names.length === 0 ? reason : `${listed(names)} (${reason})` };
  });
}
