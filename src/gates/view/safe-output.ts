import { isEnvelopeKind } from '../../fleet/kubefleet/envelope.ts';
import { PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { groupOf, type ObjectRef } from '../../fleet/kubernetes/object.ts';

/**
 * The flag of `kubectl get` that shows an object, or each of a list, without values if it can hold those of a Secret; `undefined` if it cannot.
 * A step is followed in a terminal that others see, or in the log of a workflow.
 * @param withWriters also who wrote it
 */
export function safeOutput({ apiVersion, kind }: Pick<ObjectRef, 'apiVersion' | 'kind'>, withWriters = false): string | undefined {
  const group = groupOf(apiVersion);
  if (group === '' && kind === 'Secret') return '-o jsonpath="{.metadata.ownerReferences}{.metadata.managedFields}"';
  const columns = group === PLACEMENT_GROUP ? columnsOf(kind) : undefined;
  return columns === undefined ? undefined : columnsOutput(withWriters ? { ...columns, WRITERS: '..managedFields[*].manager' } : columns);
}

/** The same for a kind of KubeFleet. */
export function safeOutputOf(kind: string): string {
  return columnsOutput(columnsOf(kind) ?? {});
}

/** What the member reports about Works and their objects. */
export const STATUS_OF_WORKS = '-o jsonpath="{.items[*].status}"';

type Columns = Readonly<Record<string, string>>;

/** In double quotes, which all shells read in the same way. */
function columnsOutput(columns: Columns): string {
  const all = Object.entries({ NAME: '.metadata.name', ...columns });
  return `-o custom-columns="${all.map((column) => column.join(':')).join(',')}"`;
}

/** Whether it is being deleted, and what holds it. */
const LEAVING: Columns = { DELETED: '.metadata.deletionTimestamp', FINALIZERS: '.metadata.finalizers' };

function columnsOf(kind: string): Columns | undefined {
  if (isEnvelopeKind(kind)) return { VERSIONS: '.data.*.apiVersion', KINDS: '.data.*.kind', OBJECTS: '.data.*.metadata.name' };
  if (kind === 'Work') return { ...LEAVING, KINDS: '..manifests[*].kind', OBJECTS: '..manifests[*].metadata.name' };
  if (kind.endsWith('ResourceSnapshot')) return { OBJECTS: '..selectedResources[*].metadata.name', IMAGES: '..image' };
  return /Override(?:Snapshot)?$/.test(kind) ? { PATHS: '..path' } : undefined;
}
