import { isEnvelopeKind } from '../../fleet/kubefleet/envelope.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';

/**
 * The flag of `kubectl get` that shows an object without values if the object can hold those of a Secret; `undefined` if it cannot. A step
 * is followed in a terminal that others see, or in the log of a workflow.
 * @param withWriters also who wrote it last, and when
 */
export function safeOutput({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>, withWriters = false): string | undefined {
  const group = groupOf(apiVersion);
  if (group === '' && kind === 'Secret') return jsonpath('{.metadata.ownerReferences}{.metadata.managedFields}');
  const parts = group === PLACEMENT_GROUP ? partsOf(kind) : undefined;
  return parts === undefined ? undefined : jsonpath(`${parts}${withWriters ? WRITERS : ''}`);
}

/** The same for a list of objects of a kind of KubeFleet. */
export function safeListOutput(kind: string): string {
  return jsonpath(`{range .items[*]}${partsOf(kind) ?? '{.metadata.name}'}{end}`);
}

const LINE = "{'\\n'}";
const WRITERS = `{range .metadata.managedFields[*]}{.manager} {.time}${LINE}{end}`;

/** In double quotes, which all shells read in the same way, and in which long lines can be broken. */
function jsonpath(template: string): string {
  return `-o jsonpath="${template}"`;
}

function partsOf(kind: string): string | undefined {
  if (isEnvelopeKind(kind)) return ENVELOPE;
  if (kind === 'Work') return WORK;
  if (kind.endsWith('ResourceSnapshot')) return SNAPSHOT;
  return /Override(?:Snapshot)?$/.test(kind) ? OVERRIDE : undefined;
}

/** What the member reports about a Work and about each of its objects. */
const WORK = [
  `{.metadata.name} {.status.conditions}${LINE}`,
  `{range .status.manifestConditions[*]}{.identifier.kind}/{.identifier.name} {.conditions}${LINE}{end}`,
].join('');

/** For a list of Works: which objects they hold, and since when they are being deleted. */
export const HELD_IN_WORKS = jsonpath(
  `{range .items[*]}{.metadata.name} {.metadata.deletionTimestamp}{range .spec.workload.manifests[*]} {.kind}/{.metadata.name}{end}${LINE}{end}`,
);

const ENVELOPE = `{.metadata.name}:${LINE}{range .data.*}{.apiVersion} {.kind}/{.metadata.name}${LINE}{end}`;

/** Which objects it holds, with their images. */
const SNAPSHOT = `{.metadata.name}:${LINE}{range .spec.selectedResources[*]}{.kind}/{.metadata.name} {..image}${LINE}{end}`;

/** Which paths it patches, and on which clusters. */
const OVERRIDE = `{.metadata.name}:${LINE}{range ..overrideRules[*]}{.clusterSelector}${LINE}{range .jsonPatchOverrides[*]}{.op} {.path}${LINE}{end}{end}`;
