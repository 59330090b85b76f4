import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { deployerKind } from '../../../static/read/deployers/deployer-kind.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { BuiltTree, ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import type { Manifest } from '../../../static/world/manifest.ts';

/** How notes name the deployers of a tree. */
export function deployersText(tree: BuiltTree): string {
  const areKnown = tree.deliveries().every(({ manifest }) => deployerKind(manifest.object) !== undefined);
  return areKnown ? 'Flux or Argo CD' : 'Flux, Argo CD or another deployer';
}

export function droppedNotes(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const [they, their] = files.length === 1 ? ['it is', 'its'] : ['they are', 'their'];
  return [
    `No kustomization uses ${listed(files.toSorted(), 3, 'files')} any longer, and ${they} still there: ${their} objects were checked, and \`plan\` takes them as removed. A deployer that applies the kustomization and prunes deletes them.`,
  ];
}

/** @param applied folders with files that something deploys */
export function undeliveredNotes(
  left: readonly Manifest[],
  applied: ReadonlySet<string>,
  areKnown: boolean,
  who: string,
): readonly string[] {
  if (left.length === 0) return [];
  // Of a folder of which something else is deployed, each file is named.
  const places = new Set(
    left.map((manifest) => {
      const isFile = manifest.overlay === undefined && applied.has(directoryOf(manifest.file));
      return isFile ? manifest.file : (manifest.overlay ?? folderOfManifest(manifest));
    }),
  );
  const areFiles = left.every(({ file }) => places.has(file));
  const what = listed([...places].toSorted(), 3, areFiles ? 'files' : 'places');
  const [there, their] = !areFiles ? ['whose files are', 'their'] : places.size === 1 ? ['which is', 'its'] : ['which are', 'their'];
  if (!areKnown)
    return [
      `${who} may no longer deploy ${what}, because it is not known what all deployers of this tree deploy: if so, ${their} objects are removed.`,
    ];
  return [
    `${who} no longer deploys ${what}, ${there} still there: ${their} objects were checked, and \`plan\` takes them as removed. A deployer that prunes deletes them.`,
  ];
}

export function copiesNotes(copies: readonly Manifest[]): readonly string[] {
  if (copies.length === 0) return [];
  return [
    `Nothing that was read deploys ${foldersText(copies)} any longer, and this change deploys objects of it from elsewhere: the files that are still there were checked, and these objects are not compared with the base.`,
  ];
}

export function leftOutNotes(files: readonly string[], who: string): readonly string[] {
  if (files.length === 0) return [];
  const [it, its] = files.length === 1 ? ['it', 'its'] : ['them', 'their'];
  return [
    `No kustomization uses ${listed(files.toSorted(), 3, 'files')}, so ${who} no longer deploys ${it}: ${its} objects were checked, and \`plan\` takes them as removed. A deployer that prunes deletes them.`,
  ];
}

export function movedNotes(moved: readonly Manifest[], { built, unreadDeployers = [] }: ReadResult, who: string): readonly string[] {
  if (moved.length === 0) return [];
  const names = [...new Set(moved.map((manifest) => displayName(manifestRef(manifest))))].toSorted();
  const files = [...new Set(moved.map(({ file }) => file))].toSorted();
  const others =
    unreadDeployers.length === 0 ? '' : ` Deployers that are not read (${listed(unreadDeployers, 3, 'files')}) may apply it again.`;
  const shown =
    built?.areDeliveriesKnown === true
      ? `Nothing that was read deploys it there: \`plan\` takes it as removed.${others}`
      : 'It is not known what all deployers of this tree deploy: if nothing deploys it there, it is removed.';
  return [
    `This change moves ${listed(names, 3, 'objects')} out of what ${who} deploys and prunes, into ${listed(files, 3, 'files')}. ${shown}`,
  ];
}

export function openNotes(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const [it, its, is] = files.length === 1 ? ['it', 'its', 'is'] : ['they', 'their', 'are'];
  return [
    `No kustomization uses ${listed(files.toSorted(), 3, 'files')} any longer, and ${it} ${is} still there, so ${its} objects were checked as if they were still deployed. A deployer that applies the kustomization and prunes deletes them, and with a placement what it placed on clusters.`,
  ];
}

/** The folders that deploy manifests. */
export function foldersText(manifests: readonly Manifest[]): string {
  return listed([...new Set(manifests.map(folderOfManifest))].toSorted(), 3, 'folders');
}

function folderOfManifest(manifest: Manifest): string {
  return (manifest.overlay === undefined ? directoryOf(manifest.file) : deployedPlace(manifest)) || 'this folder';
}
