import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { isDeepStrictEqual } from 'node:util';
import { objectAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject, objectKey, refOf } from '../../fleet/kubernetes/object.ts';
import { ApiError } from '../../gates/hub/http/api-error.ts';
import type { ServedResource } from '../../gates/hub/http/discovery.ts';
import type { DryRunMember } from '../../gates/hub/dry-run/dry-run-member.ts';
import { appliedWorksOwning, isAppliedWorkOf } from '../../gates/view/applied-work.ts';
import type { ChangedPlacement } from '../../ready/changed-placement.ts';
import type { ClusterShortage, DryRunResult } from '../../ready/dry-run/dry-run-results.ts';
import { dryRunRequest } from '../../ready/dry-run/dry-run-request.ts';
import { judgeAnswer } from '../../ready/dry-run/judge-answer.ts';
import { podOfTemplate } from '../../ready/dry-run/pod-of-template.ts';
import { type ChangedWorkload, quotaShortages } from '../../ready/dry-run/quota-room.ts';
import type { NotChecked } from '../../report.ts';
import type { RenderedPlacement } from '../../schedule/render-cluster.ts';
import { NAMESPACE } from '../../fleet/kubernetes/read-types.ts';

/** The results of one cluster: of each object, of its quotas, and what could not be checked. */
interface Tried {
  readonly results: readonly DryRunResult[];
  readonly shortages: readonly ClusterShortage[];
  readonly notChecked: readonly NotChecked[];
}

/**
 * Tries each object that a cluster would get, and a Pod of each workload, and compares the change with the quotas.
 * @param placements those of the change, for their apply strategy @throws {HubError, ApiError} the member cannot be read
 */
export async function dryRunCluster(
  cluster: string,
  member: DryRunMember,
  delivered: readonly RenderedPlacement[],
  placements: readonly ChangedPlacement[],
): Promise<Tried> {
  const results: DryRunResult[] = [];
  const workloads: ChangedWorkload[] = [];
  const coming = await comingWith(
    delivered.flatMap(({ objects }) => objects),
    member,
  );
  for (const { placement, objects, notes } of delivered) {
    const changed = placements.find(({ ref }) => objectKey(ref) === objectKey(placement));
    const strategy = changed && objectAt(changed.object, 'spec', 'strategy', 'applyStrategy');
    for (const note of notes)
      results.push({ cluster, placement, object: placement, isPod: false, outcome: { kind: 'notTried', why: note } });
    for (const object of objects) {
      const base = { cluster, placement, object: refOf(object) };
      const found = await tryObject(object, member, { placement, strategy }, coming);
      results.push({ ...base, isPod: false, outcome: found.outcome });
      workloads.push({ object, live: found.live });
      const pod = podOfTemplate(object);
      if (pod !== undefined) results.push({ ...base, isPod: true, outcome: await tryPod(pod, object, found.live, member, coming) });
    }
  }
  const namespaces = [...new Set(workloads.flatMap(({ object }) => object.metadata.namespace ?? []))];
  const shortages: ClusterShortage[] = [];
  const notChecked: NotChecked[] = [];
  for (const namespace of namespaces) {
    const quotas = await member.list({ group: '', kind: 'ResourceQuota' }, namespace);
    const here = workloads.filter(({ object }) => object.metadata.namespace === namespace);
    if (quotas === undefined)
      notChecked.push({
        message: `The quotas of namespace ${namespace} on ${cluster} cannot be read, so it is not known whether they have room for all Pods of the change.`,
        decides: true,
      });
    else shortages.push(...quotaShortages(quotas, here).map((shortage) => ({ ...shortage, cluster, namespace })));
  }
  return { results, shortages, notChecked };
}

/** What the change itself creates. A dry run of an object that needs it is answered as if it did not exist. */
interface Coming {
  readonly namespaces: ReadonlySet<string>;
  /** `group/kind` of CustomResourceDefinitions. */
  readonly kinds: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

async function comingWith(objects: readonly KubeObject[], member: DryRunMember): Promise<Coming> {
  const names = objects
    .filter(({ kind, apiVersion }) => kind === 'Namespace' && groupOf(apiVersion) === '')
    .map(({ metadata }) => metadata.name);
  const absent = await Promise.all(names.map(async (name) => ((await member.get(NAMESPACE, { name })) === undefined ? [name] : [])));
  const kinds = objects
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map((crd) => `${stringAt(crd, 'spec', 'group') ?? ''}/${stringAt(crd, 'spec', 'names', 'kind') ?? ''}`);
  return { namespaces: new Set(absent.flat()), kinds: new Set(kinds), objects: new Set(objects.map((object) => objectKey(refOf(object)))) };
}

interface Applying {
  readonly placement: RenderedPlacement['placement'];
  readonly strategy: Parameters<typeof dryRunRequest>[2]['strategy'];
}

async function tryObject(
  object: KubeObject,
  member: DryRunMember,
  { placement, strategy }: Applying,
  coming: Coming,
): Promise<{ readonly outcome: DryRunResult['outcome']; readonly live: KubeObject | undefined }> {
  const { apiVersion, kind, metadata } = object;
  const type = { group: groupOf(apiVersion), kind };
  if (metadata.namespace !== undefined && coming.namespaces.has(metadata.namespace))
    return { outcome: { kind: 'notTried', why: `namespace ${metadata.namespace} comes with this change` }, live: undefined };
  const resource = await member.served(type);
  if (resource === undefined) {
    const why = `kind ${kind} comes with this change`;
    if (coming.kinds.has(`${type.group}/${kind}`)) return { outcome: { kind: 'notTried', why }, live: undefined };
    return { outcome: { kind: 'refused', message: `the cluster does not serve the kind ${kind} of ${type.group}` }, live: undefined };
  }
  const place = placeOf(object, resource);
  let live: KubeObject | undefined;
  try {
    live = metadata.name === '' ? undefined : await member.get(type, place);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { outcome: { kind: 'notTried', why: `it cannot be read there: ${error.message}` }, live };
  }
  const orphaned = live === undefined ? new Set<string>() : await orphanedWorks(live, placement, member);
  const request = dryRunRequest(object, live, { placement, strategy, orphaned });
  if (request.kind === 'notTried') return { outcome: request, live };
  if (request.kind === 'refused') return { outcome: { kind: 'refused', message: request.why }, live };
  const answer = await member.dryRun(resource, apiVersion, place, request);
  const judged = judgeAnswer(answer);
  if (judged.kind !== 'accepted') return { outcome: judged, live };
  if (request.takesOverOnlyIfSame === true && answer.kind === 'accepted' && !isSame(answer.object, live))
    return { outcome: { kind: 'refused', message: 'it exists there with other content, and whenToTakeOver is IfNoDiff' }, live };
  return { outcome: { kind: 'accepted', warnings: judged.warnings }, live };
}

/** AppliedWorks that do not exist any more do not own anything. One that may not be read is treated as existing. */
async function orphanedWorks(
  live: KubeObject,
  placement: RenderedPlacement['placement'],
  member: DryRunMember,
): Promise<ReadonlySet<string>> {
  const foreign = appliedWorksOwning(live).filter((name) => !isAppliedWorkOf(placement, name));
  const gone = await Promise.all(
    foreign.map(async (name) => {
      try {
        return (await member.get(APPLIED_WORK, { name })) === undefined ? [name] : [];
      } catch (error) {
        if (error instanceof ApiError) return [];
        throw error;
      }
    }),
  );
  return new Set(gone.flat());
}

const APPLIED_WORK = { group: PLACEMENT_GROUP, kind: 'AppliedWork' };

const POD: ServedResource = { apiVersion: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };

async function tryPod(
  pod: NonNullable<ReturnType<typeof podOfTemplate>>,
  { metadata: { namespace, name } }: KubeObject,
  live: KubeObject | undefined,
  member: DryRunMember,
  coming: Coming,
): Promise<DryRunResult['outcome']> {
  if (namespace !== undefined && coming.namespaces.has(namespace))
    return { kind: 'notTried', why: `namespace ${namespace} comes with this change` };
  const account = stringAt(pod, 'spec', 'serviceAccountName') ?? 'default';
  const place = namespace === undefined ? { name } : { namespace, name };
  const judged = judgeAnswer(
    await member.dryRun(POD, 'v1', place, { method: 'POST', contentType: 'application/json', body: pod, force: false }),
  );
  if (judged.kind !== 'refused') return judged;
  const ref = { apiVersion: 'v1', kind: 'ServiceAccount', name: account, ...(namespace === undefined ? {} : { namespace }) };
  if (/service ?account/i.test(judged.message) && coming.objects.has(objectKey(ref)))
    return { kind: 'notTried', why: `ServiceAccount ${account} comes with this change` };
  return { kind: 'refused', message: judged.message, ...(judged.isQuota && live !== undefined ? { mayPass: true } : {}) };
}

function placeOf(
  { metadata: { namespace, name } }: KubeObject,
  { namespaced }: ServedResource,
): { readonly namespace?: string; readonly name: string } {
  return namespaced && namespace !== undefined ? { namespace, name } : { name };
}

/** Whether two versions of an object have the same content, apart from what the server and the agent write. */
function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(contentOf(a), contentOf(b));
}

function contentOf(object: unknown): unknown {
  const { status: _status, metadata, ...content } = object as Record<string, unknown>;
  const { labels, annotations } = metadata as Record<string, unknown>;
  const own = Object.entries((annotations ?? {}) as Record<string, unknown>).filter(([key]) => !key.startsWith('kubernetes-fleet.io/'));
  return { ...content, labels: labels ?? {}, annotations: Object.fromEntries(own) };
}
