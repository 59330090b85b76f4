import { field, isObject, parseJson, type JsonObject, listAt, objectAt, stringAt } from '../../fleet/json/json.ts';
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../fleet/kubernetes/object.ts';
import { appliedWorksOwning, isAppliedWorkOf } from '../../gates/view/applied-work.ts';
import { applyPatch } from './apply-patch.ts';
import { WORK_AGENT } from '../../fleet/kubefleet/work-agent.ts';

/** The request that shows what a member answers to an object, as its agent would send it; or why none is sent. */
export type DryRunRequest =
  | {
      readonly kind: 'send';
      readonly method: 'POST' | 'PATCH';
      readonly contentType: string;
      readonly body: JsonObject;
      readonly force: boolean;
      /** The agent takes the object over only if the answer equals it. */
      readonly takesOverOnlyIfSame?: true;
    }
  /** The agent refuses it without a request. A clause. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The agent sends none. A clause. */
  | { readonly kind: 'notTried'; readonly why: string };

/** What decides how the agent of a member applies an object. */
export interface Applying {
  readonly placement: ObjectRef;
  /** `spec.strategy.applyStrategy`; absent if the placement has none. */
  readonly strategy: JsonObject | undefined;
  /** AppliedWorks that own the object on the member and do not exist there any more. */
  readonly orphaned?: ReadonlySet<string>;
}

/**
 * As a member agent applies an object: absent objects are created; for others the owners decide, then a three-way patch, or server-side
 * apply. Source: KubeFleet `pkg/controllers/workapplier` (process.go, apply.go, drift_detection_takeover.go).
 * @param live the object on the member; absent if there is none
 */
export function dryRunRequest(object: KubeObject, live: KubeObject | undefined, applying: Applying): DryRunRequest {
  const { strategy } = applying;
  if (stringAt(strategy, 'type') === 'ReportDiff') return { kind: 'notTried', why: 'its placement only reports differences' };
  if (object.metadata.name === '') return { kind: 'refused', why: 'an object without a name cannot be placed' };
  const wanted = sentObject(object, live);
  if (live === undefined) return { kind: 'send', method: 'POST', contentType: 'application/json', body: wanted, force: false };
  const refusal = ownerRefusal(live, applying);
  if (refusal !== undefined) return { kind: 'refused', why: refusal };
  const isOurs = appliedWorksOwning(live).some((name) => isAppliedWorkOf(applying.placement, name));
  if (!isOurs && stringAt(strategy, 'whenToTakeOver') === 'IfNoDiff') return { ...serverSide(wanted, true), takesOverOnlyIfSame: true };
  if (stringAt(strategy, 'type') === 'ServerSideApply') {
    const asked = field(strategy, 'serverSideApplyConfig', 'force') === true;
    return serverSide(wanted, asked || isManagedByAgentAlone(live));
  }
  const withNote = withLastApplied(wanted);
  if (annotationBytes(withNote) > MOST_ANNOTATION_BYTES) return serverSide(wanted, false);
  const isBuiltIn = BUILT_IN_APIS.find(groupOf(object.apiVersion), object.kind) !== undefined;
  return {
    kind: 'send',
    method: 'PATCH',
    contentType: isBuiltIn ? 'application/strategic-merge-patch+json' : 'application/merge-patch+json',
    body: applyPatch(lastApplied(live), withNote, isBuiltIn),
    force: false,
  };
}

function serverSide(body: JsonObject, force: boolean): Extract<DryRunRequest, { readonly kind: 'send' }> {
  return { kind: 'send', method: 'PATCH', contentType: 'application/apply-patch+yaml', body, force };
}

/** Which owners keep the agent from applying it. */
function ownerRefusal(live: KubeObject, { placement, strategy, orphaned = new Set() }: Applying): string | undefined {
  const works = appliedWorksOwning(live).filter((name) => !orphaned.has(name));
  const foreign = works.find((name) => !isAppliedWorkOf(placement, name));
  if (foreign !== undefined) return `another placement owns it there (AppliedWork ${foreign})`;
  const isOurs = works.length > 0;
  if (!isOurs && stringAt(strategy, 'whenToTakeOver') === 'Never') return 'it exists there, and whenToTakeOver is Never';
  const other = listAt(live, 'metadata', 'ownerReferences').find((owner) => stringAt(owner, 'kind') !== 'AppliedWork');
  if (other === undefined || field(strategy, 'allowCoOwnership') === true) return undefined;
  return `${stringAt(other, 'kind') ?? 'another object'} ${stringAt(other, 'name') ?? ''} owns it there, and the apply strategy does not allow shared ownership`;
}

/** If no other manager has fields, the agent forces its own (apply.go, `canApplyServerSideWithForce`). */
function isManagedByAgentAlone(live: KubeObject): boolean {
  return listAt(live, 'metadata', 'managedFields').every((entry) => AGENT.has(stringAt(entry, 'manager') ?? ''));
}

const AGENT: ReadonlySet<string> = new Set([WORK_AGENT, 'before-first-apply']);

/**
 * Without what an API server writes. The agent adds the AppliedWork as owner and a hash of the object (workapplier `controller.go`). A live
 * object has both, and keeps them. A new one has neither here: they are known only on the member.
 */
function sentObject(object: KubeObject, live: KubeObject | undefined): JsonObject {
  const { status: _status, ...kept } = object as unknown as JsonObject;
  const { creationTimestamp, resourceVersion, uid, generation, managedFields, selfLink, ownerReferences, ...metadata } = (objectAt(
    object,
    'metadata',
  ) ?? {}) as Record<string, unknown>;
  void [creationTimestamp, resourceVersion, uid, generation, managedFields, selfLink, ownerReferences];
  const owners = listAt(live, 'metadata', 'ownerReferences').filter((owner) => stringAt(owner, 'kind') === 'AppliedWork');
  const hash = live?.metadata.annotations?.[SPEC_HASH];
  const annotations = hash === undefined ? {} : { annotations: { ...objectAt(metadata, 'annotations'), [SPEC_HASH]: hash } };
  return { ...kept, metadata: { ...metadata, ...annotations, ...(owners.length === 0 ? {} : { ownerReferences: owners }) } };
}

const SPEC_HASH = 'kubernetes-fleet.io/spec-hash';
const LAST_APPLIED = 'kubernetes-fleet.io/last-applied-configuration';

function withLastApplied(wanted: JsonObject): JsonObject {
  const metadata = objectAt(wanted, 'metadata') ?? {};
  const annotations = { ...objectAt(metadata, 'annotations'), [LAST_APPLIED]: JSON.stringify(wanted) };
  return { ...wanted, metadata: { ...metadata, annotations } };
}

function lastApplied(live: KubeObject): JsonObject {
  const text = live.metadata.annotations?.[LAST_APPLIED];
  const applied = typeof text === 'string' ? parseJson(text) : undefined;
  return isObject(applied) ? applied : {};
}

/** The limit of Kubernetes for all annotations of an object (apimachinery `validation.TotalAnnotationSizeLimitB`). */
const MOST_ANNOTATION_BYTES = 256 * 1024;

function annotationBytes(object: JsonObject): number {
  const encoder = new TextEncoder();
  return Object.entries(objectAt(object, 'metadata', 'annotations') ?? {}).reduce(
    (sum, [key, value]) => sum + encoder.encode(`${key}${String(value)}`).length,
    0,
  );
}
