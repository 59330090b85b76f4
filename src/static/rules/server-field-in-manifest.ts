/**
 * An object that was read from a cluster and written into a file, with the version that it had then. `kubectl apply` removes a
 * `resourceVersion` only when it creates the object; later it is part of the patch, and the API server compares it. It does not allow a
 * change of the `uid`, nor of the `deletionTimestamp`, which it drops from an object that it creates (ValidateObjectMetaAccessorUpdate,
 * rest.BeforeCreate). All were seen on an API server of 1.34, which ignores `generation`, `creationTimestamp` and `status`. KubeFleet
 * removes these fields from what it places (`pkg/utils/controller/resource_selector_resolver.go`, generateRawContent), and the member
 * agent from what an envelope holds (`pkg/controllers/workapplier/apply.go`, sanitizeManifestObject).
 */
import type { Effect } from '../../finding.ts';
import { stringAt } from '../../fleet/json/json.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { AUTHORED_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { isReportedOn } from '../../fleet/kubefleet/member-cluster.ts';
import type { PreviousObject } from '../world/previous-object.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

const FIELDS = ['resourceVersion', 'uid', 'deletionTimestamp'] as const;
type ServerField = (typeof FIELDS)[number];

export const serverFieldInManifest = defineRule<{ readonly name: ServerField; readonly others?: readonly ServerField[] }>({
  id: 'server-field-in-manifest',
  summary: 'The manifest has the version of an object on a cluster, so it cannot be applied twice',
  effect: 'misbehaves',
  otherwise: {
    rejected: 'the object of the hub is known and differs',
    advice: 'no base and no hub shows that the object is there already, so it may be created',
  },
  kinds: '*',
  why: 'Only the API server writes `resourceVersion`, `uid` and `deletionTimestamp`; they are in a file that was made with `kubectl get -o yaml`. The first `kubectl apply` removes a `resourceVersion` and creates the object. Each later one sends it, and the API server refuses a version that is not the latest: "the object has been modified". A `uid` that is not that of the object is refused as well: "field is immutable". So is a `deletionTimestamp`, which does not delete anything. `generation`, `creationTimestamp` and `status` do no harm.',
  remedy: 'Remove `metadata.resourceVersion`, `metadata.uid` and `metadata.deletionTimestamp`.',
  docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
  message: ({ name }) => MESSAGES[name],
  remedyFor: ({ name, others = [] }) => `Remove ${[name, ...others].map((field) => `\`metadata.${field}\``).join(' and ')}.`,
  concerns: ({ object }) => fieldsOf(object).length > 0,
  *check(manifest, world) {
    const { object } = manifest;
    const [name, ...others] = fieldsOf(object);
    if (name === undefined || !isResolved(manifest, `/metadata/${name}`)) return;
    // A list of the hub's clusters, to check placements against.
    if (object.kind === 'MemberCluster' && isReportedOn(object)) return;
    const before = world.before(manifest);
    const now = stringAt(before?.live, 'metadata', name);
    if (name === 'deletionTimestamp') {
      // An object that is being deleted keeps its own time.
      if (now !== undefined || isRefusedChange(object, before)) return;
      const isKnown = before?.live !== undefined;
      yield { at: `/metadata/${name}`, data: { name }, effect: before === undefined ? 'advice' : isKnown ? 'rejected' : 'misbehaves' };
      return;
    }
    if (now !== undefined && name === 'uid') {
      // `refused-change` reports it for the kinds of KubeFleet.
      if (now !== object.metadata.uid && !AUTHORED_KINDS.some(({ kind }) => kind === object.kind))
        yield { at: '/metadata/uid', data: { name, others }, effect: 'rejected' };
      return;
    }
    const isRefused = now !== undefined && now !== object.metadata.resourceVersion;
    const effect: Effect = before === undefined ? 'advice' : 'misbehaves';
    yield { at: `/metadata/${name}`, data: { name, others }, effect: isRefused ? 'rejected' : effect };
  },
});

const MESSAGES: Readonly<Record<ServerField, string>> = {
  resourceVersion: 'The manifest has a `resourceVersion`: after the first `kubectl apply`, each later one is refused with a conflict.',
  uid: 'The manifest has a `uid`: `kubectl apply` is refused if the object on the hub has another one.',
  deletionTimestamp:
    'The manifest has a `deletionTimestamp`: the API server ignores it if the object is new, and refuses `kubectl apply` if it is not.',
};

/** `refused-change` reports it for the kinds of KubeFleet, if it is new. */
function isRefusedChange({ kind, metadata }: KubeObject, before: PreviousObject | undefined): boolean {
  const old = before?.live ?? before?.manifest;
  return (
    old !== undefined &&
    old.metadata.deletionTimestamp !== metadata.deletionTimestamp &&
    AUTHORED_KINDS.some((known) => known.kind === kind)
  );
}

function fieldsOf(object: KubeObject): readonly ServerField[] {
  return FIELDS.filter((name) => (stringAt(object, 'metadata', name) ?? '') !== '');
}
