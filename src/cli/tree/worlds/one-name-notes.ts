import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import { bringersFinder, type HubWorld, SAME_LOGIN, overlaysOf } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { foldersText } from '../undeployed/undeployed-notes.ts';
import { KUBECONFIG_FLAG } from './script/cluster-logins.ts';

/**
 * Notes about objects of KubeFleet that are checked separately, although pipelines and scripts deploy both to a cluster of one name. Steps, jobs and targets may be
 * a choice, and each may have its own cluster of that name.
 * @param worldOf the world in which a manifest is checked
 */
export function oneNameNotes(
  scripts: readonly HubWorld[],
  manifests: readonly Manifest[],
  worldOf: (manifest: Manifest) => string | undefined,
): readonly string[] {
  const named = scripts.filter(({ cluster, isForTest }) => isForTest !== true && cluster !== undefined && !UNNAMED.has(cluster.by));
  const byCluster = Map.groupBy(named, ({ cluster }) => JSON.stringify([cluster?.by, cluster?.name]));
  return [...byCluster.values()].flatMap((all) => {
    const bringing = all.map((world) => bringersFinder([world], overlaysOf(manifests)));
    const brought = manifests.filter((each) => isFleetObject(each.object) && bringing.some((find) => find(each).size > 0));
    const clashes = [...Map.groupBy(brought, keyOfManifest).values()].filter((same) => {
      const contents = Map.groupBy(same, ({ object }) => JSON.stringify(object));
      const worlds = new Set(same.map((each) => worldOf(each) ?? each.overlay ?? directoryOf(each.file)));
      return contents.size > 1 && worlds.size > 1;
    });
    if (clashes.length === 0) return [];
    const objects = clashes.flatMap(([manifest]) => (manifest === undefined ? [] : displayName(manifestRef(manifest)))).toSorted();
    return [
      `Checked separately, although pipelines or scripts deploy them to a cluster with the name ${all[0]?.cluster?.name ?? ''}: ${foldersText(clashes.flat())}. If that is one cluster, what is applied later replaces the other: ${listed(objects, 3)}.`,
    ];
  });
}

/** Not names of clusters; in one file, each job may have another cluster. */
const UNNAMED: ReadonlySet<string> = new Set([KUBECONFIG_FLAG, SAME_LOGIN]);
