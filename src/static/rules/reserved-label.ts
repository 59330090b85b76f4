/**
 * Azure reserves two labels on its managed hub: `fleet.azure.com/managed-by: arm`, which a ValidatingAdmissionPolicy protects on every
 * object, and `fleet.azure.com/reconcile` on Deployments, which a webhook refuses. Source: `pkg/webhook/managedresource` and
 * `pkg/webhook/deployment` of Azure/fleet; KubeFleet has neither.
 */
import { ARM, isManagedByAzure, MANAGED_BY } from '../../fleet/kubefleet/azure-managed.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

interface Reserved {
  readonly label: string;
  readonly value: string;
  /** Only the hub's object has it. */
  readonly onHub?: true;
}

const RECONCILE = 'fleet.azure.com/reconcile';

export const reservedLabel = defineRule<Reserved>({
  id: 'reserved-label',
  summary: 'A label that only Azure may write on its managed hub',
  effect: 'rejected',
  kinds: '*',
  why: "On Azure's managed hub an object with the label `fleet.azure.com/managed-by: arm` belongs to Azure Resource Manager, such as the placement of a managed namespace: only system accounts may create, change or delete it. A Deployment with `fleet.azure.com/reconcile`, or with it in its pod template, is refused unless Azure's own service writes it. Such labels are easily copied from the hub into git with an object. Checked only with `target: aks`.",
  remedy: 'Remove the label. Change objects that Azure created with `az fleet`, not with a manifest.',
  docs: 'https://learn.microsoft.com/en-us/azure/kubernetes-fleet/concepts-fleet-managed-namespace',
  message: ({ label, value, onHub }) =>
    onHub === true
      ? `On the hub the object has the label ${label}: ${value}, which is reserved for Azure, and every change of it is refused.`
      : `The label ${label}: ${value} is reserved for Azure, and its hub refuses the object.`,
  remedyFor: ({ onHub }) =>
    onHub === true ? 'Remove the object from the manifests: Azure created it, so change it with `az fleet`.' : undefined,
  serverMessageFor: ({ label }) =>
    label === MANAGED_BY ? 'Create, Update, or Delete operations on ARM managed resources is forbidden' : undefined,
  concerns: (_manifest, { target }) => target === 'aks',
  *check(manifest, world) {
    for (const { path, label } of placesOf(manifest.object)) {
      const value = stringAt(manifest.object, ...path, label) ?? '';
      const at = [...path, label].reduce(childPointer, '');
      if (value !== '' && (label === RECONCILE || value === ARM) && isResolved(manifest, at)) yield { at, data: { label, value } };
    }
    const live = world.before(manifest)?.live;
    if (isManagedByAzure(live) && !isManagedByAzure(manifest.object))
      yield { at: '/metadata/name', data: { label: MANAGED_BY, value: ARM, onHub: true } };
  },
});

const METADATA = ['metadata', 'labels'];
const TEMPLATE = ['spec', 'template', ...METADATA];

function placesOf({ apiVersion, kind }: KubeObject): readonly { readonly path: readonly string[]; readonly label: string }[] {
  const anywhere = { path: METADATA, label: MANAGED_BY };
  if (kind !== 'Deployment' || groupOf(apiVersion) !== 'apps') return [anywhere];
  return [anywhere, { path: METADATA, label: RECONCILE }, { path: TEMPLATE, label: RECONCILE }];
}
