import { azureMember } from '../../../fleet/kubefleet/azure-members.ts';
import { isNewGroup, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import { conditionsAt } from '../../../fleet/kubernetes/condition.ts';
import { listAt, stringAt } from '../../../fleet/json/json.ts';
import type { ApiResource } from '../../../fleet/kubefleet/api-resource.ts';
import { ok, type Check } from '../check.ts';
import type { StepwiseHub } from '../stepwise-hub.ts';

/** Which KubeFleet the hub runs. A hub does not tell its version, so this uses what differs between versions. */
export const kubefleet: Check = {
  id: 'kubefleet',
  title: 'KubeFleet version',
  asks: 'Which KubeFleet is it taken for, and what of that was tested?',
  needs: ['kinds'],
  remedy: [],
  run: async (way) => {
    // What may not be read is not evidence.
    const [apis, members = [], release] = await Promise.all([
      way.apis().catch(() => undefined),
      way.members().catch(() => undefined),
      releaseOf(way).catch(() => undefined),
    ]);
    const later = [...servedLater(apis?.resources ?? []), ...aliased(members)];
    const azure = azureMember(members);
    const base = release ?? 'KubeFleet v0.3 or main: nothing that can be read distinguishes them';
    return ok(
      later.length === 0 ? base : `KubeFleet later than main of August 2026: ${later.join('; ')}`,
      ...(azure === undefined ? [] : [`a hub of Azure: member cluster ${azure} has labels of Azure`]),
      'tested on recordings of v0.3.1 and of main of August 2026; none is of a hub of Azure',
      ...(later.length === 0
        ? []
        : ['tested on written examples alone: pull requests 588, 730, 809, 813, 898, 901, 916 and 925 of KubeFleet']),
    );
  },
};

/** The words for Works that were written are of one version (KubeFleet pkg/utils/condition/condition.go). */
async function releaseOf(way: StepwiseHub): Promise<string | undefined> {
  const placements = listAt(await way.get(`/apis/${PLACEMENT_GROUP}/v1beta1/clusterresourceplacements?limit=${String(MOST)}`), 'items');
  for (const placement of placements) {
    const text = conditionsAt(placement, 'status', 'conditions').map(({ message }) => message);
    const release = RELEASES.find(({ words }) => text.some((message) => message.startsWith(words)));
    const name = stringAt(placement, 'metadata', 'name') ?? '';
    if (release !== undefined) return `${release.name}: ClusterResourcePlacement/${name} says "${release.words}"`;
  }
  return undefined;
}

/** Placements that are read. */
const MOST = 50;

const RELEASES = [
  { name: 'KubeFleet v0.3', words: 'Works(s) are succcesfully created or updated' },
  { name: 'KubeFleet main', words: 'Work(s) are successfully created or updated' },
] as const;

function servedLater(resources: readonly ApiResource[]): readonly string[] {
  const evictions = resources.find(({ group, kind }) => group === PLACEMENT_GROUP && kind === 'ClusterResourcePlacementEviction');
  const newGroups = [...new Set(resources.map(({ group }) => group))].filter(isNewGroup);
  return [
    ...(evictions?.versions?.includes('v1') === true ? ['it serves evictions as v1'] : []),
    ...newGroups.map((group) => `it serves ${group}, whose objects are not checked`),
  ];
}

/** Pull request 901 adds the label to each member cluster. */
function aliased(members: NonNullable<Awaited<ReturnType<StepwiseHub['members']>>>): readonly string[] {
  const member = members.find(({ metadata }) => metadata.labels?.['kubefleet.dev/cluster-alias'] !== undefined);
  return member === undefined ? [] : [`member cluster ${member.metadata.name} has the label kubefleet.dev/cluster-alias`];
}
