/**
 * The hub of Azure Kubernetes Fleet Manager allows only its own administrators to change labels of a member cluster, except KubeFleet's
 * labels. Source: `pkg/webhook/validation/uservalidation.go` (ValidateFleetMemberClusterUpdate: "users are not allowed to modify labels
 * through hub cluster directly"), with the flag `--deny-modify-member-cluster-labels`; Microsoft Learn, "Manage member labels" (`az fleet
 * member update --labels`).
 */
import { listed } from '../../fleet/text/listed.ts';
import { objectAt } from '../../fleet/json/json.ts';
import { changedMember, placeOfLabels } from '../placing/relabelled-member.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { FLEET_DOMAIN } from '../../fleet/kubefleet/fleet-metadata.ts';
import { LEGACY_GROUP } from '../../fleet/kubefleet/kinds.ts';

export const memberLabelsOnAzure = defineRule<{ readonly cluster: string; readonly labels: readonly string[] }>({
  id: 'member-labels-on-azure',
  summary: 'Azure’s hub refuses a change of the labels of a member cluster',
  effect: 'rejected',
  ofEdits: true,
  kinds: ['MemberCluster'],
  needs: 'members',
  why: 'On the hub of Azure Kubernetes Fleet Manager the labels of a member cluster belong to Azure. A webhook refuses every other change of them, except for labels of `kubernetes-fleet.io`. Labels are set on the member in Azure, which copies them to the hub.',
  remedy: 'Set the labels in Azure (`az fleet member update --member-labels`), and remove them from the manifest.',
  docs: 'https://learn.microsoft.com/azure/kubernetes-fleet/concepts-member-cluster-types',
  serverMessageFor: () => 'users are not allowed to modify labels through hub cluster directly',
  message: ({ cluster, labels }) => `Azure’s hub refuses the change of labels of ${cluster}: ${listed(labels, 3)}.`,
  *check(manifest, world) {
    if (world.target !== 'aks' || !isNamed(manifest) || !isResolved(manifest, '/metadata/labels')) return;
    const cluster = nameOf(manifest);
    const changed = changedMember(manifest, world);
    const labels = changed?.labels.filter((label) => !label.startsWith(FLEET_DOMAIN)) ?? [];
    // If a hub was read, a member that Azure did not join may be labelled by every user.
    const isOfAzure = world.hub === undefined || hasAzureAnnotation(changed?.before);
    if (labels.length > 0 && isOfAzure) yield { ...placeOfLabels(labels, manifest.object), data: { cluster, labels } };
  },
});

/** Members that Azure joined have its annotations. */
function hasAzureAnnotation(member: unknown): boolean {
  return Object.keys(objectAt(member, 'metadata', 'annotations') ?? {}).some((key) => key.startsWith(LEGACY_GROUP));
}
