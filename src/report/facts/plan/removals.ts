import { displayName, objectKey, type ObjectRef } from '../../../fleet/kubernetes/object.ts';
import {
  type ChangedResource,
  type DeletedPlacement,
  NAMESPACE_NOT_IN_FILES,
  NOT_IN_FILES,
  OPEN_GONE,
  type PlannedChange,
  type PlannedPlacement,
  type PlanReport,
  type Removal,
  type Report,
} from '../../../report.ts';
import { placementName } from './placement-name.ts';
import { listed } from './plan-lines.ts';
import { counted } from '../words/words.ts';
import { withoutFullStop } from '../../../fleet/text/without-full-stop.ts';

const KINDS: readonly Removal['kind'][] = ['placement', 'clusters', 'resources'];

/** What a change removes from clusters according to a report, the gravest first. */
export function removalsIn({ removals, plan }: Pick<Report, 'removals' | 'plan'>): readonly Removal[] {
  return removals ?? (plan === undefined ? [] : removalsOf(plan));
}

/** What a change removes from clusters according to a plan, the gravest first. */
export function removalsOf({ placements, deleted = [] }: Pick<PlanReport, 'placements'> & Partial<PlanReport>): readonly Removal[] {
  const found = [...deleted.flatMap(ofDeleted), ...placements.flatMap(ofChanged)];
  return found.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** A removal as a sentence. Untrusted text. */
export function removalText(removal: Removal): string {
  const { kind, replacedBy, clusters, resources, reason, byRun } = removal;
  const name = placementName(removal);
  const what = resources.length === 0 ? 'what it placed' : listed(resources.map(displayName));
  const where = clusters === undefined ? 'its clusters' : listed(clusters);
  if (isRecreated(removal)) return recreatedText(removal, what, where);
  const why = reason === undefined ? '' : ` (${withoutFullStop(reason)})`;
  if (kind === 'clusters')
    return `${name} leaves ${where}${why}: ${byRun === true ? onlyByRun(what, 'there') : `${what} will be removed there`}.`;
  if (kind === 'resources') return contentText(removal, `${name} no longer places ${what}`, where);
  const runs = reason === undefined ? '' : ` ${reason}`;
  const again = placedAgain(removal);
  const does = '`kubectl apply` does not delete it by itself; `helm upgrade` and a deployer that prunes do.';
  return replacedBy === undefined
    ? `${name} is no longer in the deployed manifests: ${what} will be removed from ${where} as soon as it is deleted on the hub. ${does}${runs}`
    : `${name} is replaced by ${displayName(replacedBy)}, which has the same ${resources.length === 0 ? 'spec' : 'content'}: ${what} will be removed from ${where} as soon as the old one is deleted on the hub${again}. ${does}${runs}`;
}

/** With strategy External the scheduler and the hub remove nothing from a cluster. */
function onlyByRun(what: string, where: string): string {
  return `with External, only a new update run removes ${what} ${where}`;
}

/** The placement or its objects are deleted on the hub and created again. */
function isRecreated({ object, replacedBy }: Removal): boolean {
  return replacedBy !== undefined && objectKey(replacedBy) === objectKey(object);
}

/** What is not known may have lost objects in the same change. */
function placedAgain({ resources, byRun }: Removal): string {
  const again = byRun === true ? ', and with External only a new update run places it again' : ', and placed again';
  return resources.length === 0 ? `${again}${byRun === true ? ',' : ''} as far as the change keeps it` : again;
}

function recreatedText(removal: Removal, what: string, where: string): string {
  const { kind, resources, reason } = removal;
  const name = placementName(removal);
  const why = reason === undefined ? '' : ` (${withoutFullStop(reason)})`;
  if (kind === 'placement') {
    return `${name} is deleted on the hub and created again${why}: ${what} will be removed from ${where}${placedAgain(removal)}.`;
  }
  const [are, they] = resources.length === 1 ? ['is', 'it'] : ['are', 'they'];
  const all = withinNamespaces(resources);
  return `${what} of ${name} ${are} deleted on the hub and created again${why}: ${they}${all} will be removed from ${where} and placed again.`;
}

/** ` and all that is in it`: with a Namespace the hub deletes what is in it. */
function withinNamespaces(resources: readonly ObjectRef[]): string {
  const namespaces = resources.filter(({ apiVersion, kind }) => kind === 'Namespace' && apiVersion === 'v1');
  if (namespaces.length === 0) return '';
  const them = namespaces.length === 1 ? 'it' : 'them';
  return ` and all that is in ${namespaces.length === resources.length ? them : listed(namespaces.map(displayName))}`;
}

function contentText({ resources, reason = '', byRun }: Removal, start: string, where: string): string {
  const [they, are, them] = resources.length === 1 ? ['it', 'is', 'it'] : ['they', 'are', 'them'];
  const isNamespace = reason === NAMESPACE_NOT_IN_FILES;
  const why = isNamespace ? NOT_IN_FILES : withoutFullStop(reason);
  const what = (object: string): string => (isNamespace ? `${object} and all that is in ${them}` : object);
  const removed =
    byRun === true
      ? `${isOpen(reason) ? 'if placed, ' : ''}${onlyByRun(what(them), `from ${where}`)}`
      : `${what(they)} ${isOpen(reason) ? 'may' : 'will'} be removed from ${where}`;
  const text = `${start}${why === '' ? '' : ` (${why})`}: ${removed}`;
  return why === NOT_IN_FILES
    ? `${text} ${byRun === true ? 'after' : 'as soon as'} ${they} ${are} deleted on the hub. \`kubectl apply\` does not delete ${them} by itself; \`helm upgrade\` and a deployer that prunes do.`
    : `${text}.`;
}

/** Whether it is not known that the objects were placed. */
function isOpen(reason: string): boolean {
  return reason.startsWith(`${OPEN_GONE}; `);
}

/** The first removal and the number of others, as the beginning of a headline; empty without removals. Untrusted text. */
export function removalHead([first, ...others]: readonly Removal[]): string {
  if (first === undefined) return '';
  const { kind, object, replacedBy, clusters, resources, reason = '', byRun } = first;
  const name = placementName(first);
  const [only] = resources;
  const what =
    kind !== 'resources' || only === undefined
      ? name
      : `${resources.length === 1 ? displayName(only) : counted(resources.length, 'object')} of ${name}`;
  const where = clusters === undefined ? 'its clusters' : clusters.length > 3 ? counted(clusters.length, 'cluster') : clusters.join(', ');
  const another = byRun === true ? 'only an update run' : displayName(replacedBy ?? object);
  const next = isRecreated(first) ? 'places it again later' : `${another} places it again`;
  const renamed = replacedBy === undefined ? '' : `, and ${next}`;
  const isUnsure = kind === 'resources' && isOpen(reason);
  const removes = isUnsure ? 'may remove' : byRun === true && kind !== 'placement' ? 'lets an update run remove' : 'removes';
  return `${removes} ${what} from ${where}${renamed}${others.length === 0 ? '' : ` (and ${counted(others.length, 'more removal')})`}`;
}

/** A placement that is known to hold no cluster removes nothing. */
function ofDeleted({
  object,
  overlay,
  unknown,
  clusters,
  resources,
  replacedBy,
  byRun,
  runs,
  runsUnderWay,
}: DeletedPlacement): readonly Removal[] {
  if (unknown !== true && clusters.length === 0) return [];
  const where = unknown === true ? {} : { clusters };
  const reason = runs === undefined ? {} : { reason: endOfRuns(runs, runsUnderWay === true) };
  const next = { ...(replacedBy === undefined ? {} : { replacedBy }), ...(byRun === undefined ? {} : { byRun }) };
  return [{ kind: 'placement', object, ...named(overlay), ...next, ...where, resources, ...reason }];
}

function endOfRuns(runs: readonly ObjectRef[], areUnderWay: boolean): string {
  const names = listed(runs.map(displayName));
  const [are, fail, them] = runs.length === 1 ? ['is', 'fails', 'it'] : ['are', 'fail', 'them'];
  return areUnderWay
    ? `${names} ${are} not finished on the hub and ${fail} when the placement is deleted.`
    : `If ${names} ${are} not finished on the hub, the deletion of the placement makes ${them} fail.`;
}

/** What the placement drops. An object that kustomize generates anew, with a name for its new content, is not dropped. */
export function droppedBy({ resources }: Pick<PlannedChange, 'resources'>): readonly ChangedResource[] {
  return (resources?.removed ?? []).filter(({ replacedBy }) => replacedBy === undefined);
}

/** An edit that the hub refuses changes nothing. Evictions do not depend on it. */
function ofChanged({ object, overlay, resources, picked, change, refused }: PlannedPlacement): readonly Removal[] {
  if (change === undefined) return [];
  const gone = droppedBy(change);
  const { evicted = [] } = change;
  const byRun = change.byRun === true ? { byRun: true } : {};
  const others = [...evicted.map(({ cluster }) => cluster), ...(change.leftFleet ?? [])];
  const removed = new Set(change.removed).difference(new Set(others));
  const added = new Set(change.added);
  const kept = picked.filter((cluster) => !added.has(cluster));
  const reasons = new Set((change.reasons ?? []).filter(({ cluster }) => removed.has(cluster)).map(({ reason }) => reason));
  const [reason] = reasons;
  const left: Removal = {
    kind: 'clusters',
    object,
    ...named(overlay),
    clusters: [...removed],
    resources: placedBefore(resources, change),
    ...(reason !== undefined && reasons.size === 1 ? { reason } : {}),
  };
  const dropped = Map.groupBy(gone, (entry) => JSON.stringify([entry.reason, entry.clusters ?? kept]));
  const evictions = evicted.map(({ cluster, reason: because }): Removal => ({ ...left, clusters: [cluster], reason: because }));
  if (refused !== undefined) return evictions;
  return [
    ...(removed.size === 0 ? [] : [{ ...left, ...byRun }]),
    ...evictions,
    ...[...dropped.values()].flatMap((group): readonly Removal[] => {
      const clusters = group[0]?.clusters ?? kept;
      if (clusters.length === 0) return [];
      return [
        {
          kind: 'resources',
          object,
          ...named(overlay),
          clusters,
          resources: group.map(({ resource }) => resource),
          reason: group[0]?.reason ?? '',
          ...byRun,
        },
      ];
    }),
  ];
}

function named(overlay: string | undefined): Pick<Removal, 'overlay'> {
  return overlay === undefined ? {} : { overlay };
}

/** What the placement of the base selected. */
export function placedBefore(now: readonly ObjectRef[], { resources }: NonNullable<PlannedPlacement['change']>): readonly ObjectRef[] {
  const whole = (resources?.added ?? []).filter(({ clusters }) => clusters === undefined);
  const added = new Set(whole.map(({ resource }) => objectKey(resource)));
  const gone = (resources?.removed ?? []).filter(({ clusters }) => clusters === undefined).map(({ resource }) => resource);
  return [...now.filter((ref) => !added.has(objectKey(ref))), ...gone];
}
