import { FLEET_KINDS, isPlacement } from '../../../fleet/kubefleet/kinds.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { picksOfTree } from '../../../static/read/kustomize/placed-content.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { RepositoryDeployers } from './repository-deployers.ts';

/**
 * A note for each file with commands that change objects without a manifest, if they may be objects of KubeFleet, or in a namespace that a
 * placement of the tree may select.
 */
export function editsNotes(edits: RepositoryDeployers['edits'], tree: readonly Manifest[]): readonly string[] {
  if (edits.length === 0 || !tree.some(({ object }) => isPlacement(object))) return [];
  const { picksNamespace, picksNamespaces } = picksOfTree(tree);
  const told = edits.filter(
    ({ kind, namespace }) =>
      (kind !== undefined && OF_FLEET.test(kind)) || (namespace === undefined ? picksNamespaces : picksNamespace(namespace)),
  );
  return [...Map.groupBy(told, ({ by }) => by)].map(([by, all]) => {
    const commands = [...new Set(all.map(({ command }) => `\`${command}\``))];
    return `${by} also changes objects by command (${listed(commands, 3)}): what that changes on the hub was not checked, and \`plan\` does not show it.`;
  });
}

/** As resources and as their short names, also with a group. */
const OF_FLEET = new RegExp(String.raw`^(?:${FLEET_KINDS.map(({ kind, plural }) => `${kind}|${plural}`).join('|')}|crp|rp)(?:\.|$)`, 'i');
