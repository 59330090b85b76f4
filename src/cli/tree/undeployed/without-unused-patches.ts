import { displayName } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { deployedPlace } from '../../../static/world/hub-world.ts';
import { manifestRef } from '../../../static/world/identity.ts';
import { keyOfManifest } from '../../../static/world/manifest-key.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { appliedAsFile } from './applied-as-file.ts';
import { appliedBy, type Scripts } from './applied-by.ts';

/**
 * Without the files that are patches which no kustomization lists, and that no deployer applies: a deployer applies the kustomization beside
 * them, which makes each of their objects, or a command gives them to `kubectl patch`. So are those with the pod of an agent of Jenkins. Notes name them.
 */
export function withoutUnusedPatches(
  read: ReadResult,
  scripts: Scripts & Pick<RepositoryDeployers, 'agentPods' | 'asFiles' | 'patchFiles' | 'isOpen'>,
): ReadResult {
  const { built } = read;
  if (built === undefined) return read;
  const isApplied = appliedBy(scripts, built);
  const kustomized = built.roots.union(built.bases);
  const made = Map.groupBy(
    read.manifests.filter((manifest) => manifest.overlay !== undefined && isApplied(deployedPlace(manifest))),
    keyOfManifest,
  );
  const isMadeBeside = (manifest: Manifest): boolean => {
    const folder = directoryOf(manifest.file);
    const isBeside = (each: Manifest): boolean => [deployedPlace(each), directoryOf(each.file) || '.'].includes(folder || '.');
    return kustomized.has(folder) && (made.get(keyOfManifest(manifest)) ?? []).some(isBeside);
  };
  const isUsed = (file: string): boolean => built.users(file).length > 0 || built.used?.has(file) === true;
  const isAppliedAsFile = appliedAsFile(scripts, built);
  const byFile = Map.groupBy(
    read.manifests.filter(({ overlay }) => overlay === undefined),
    ({ file }) => file,
  );
  const alone = new Map([...byFile].filter(([file]) => !isUsed(file) && !isAppliedAsFile(file)));
  const ofCommands = new Set(scripts.isOpen ? [] : scripts.patchFiles.filter((file) => alone.has(file)));
  const patches = new Map([...alone].filter(([file, manifests]) => !ofCommands.has(file) && manifests.every(isMadeBeside)));
  const pods = new Set(scripts.agentPods.filter((file) => alone.get(file)?.every(({ object }) => object.kind === 'Pod')));
  const judged = pods.size === 0 ? read : withoutPods(read, pods);
  const without = ofCommands.size === 0 ? judged : withoutFiles(judged, ofCommands, noteOfCommands(ofCommands));
  return patches.size === 0 ? without : withoutFiles(without, patches, noteAbout(patches));
}

/** Without what is only in files that nothing uses, and with a note about them. */
export function withoutFiles(read: ReadResult, files: Pick<ReadonlySet<string>, 'has'>, note: string): ReadResult {
  return {
    ...read,
    manifests: read.manifests.filter(({ overlay, file }) => overlay !== undefined || !files.has(file)),
    problems: read.problems.filter(({ file, unlessPatch }) => unlessPatch !== true || !files.has(file)),
    notEvaluated: read.notEvaluated.filter(({ file }) => !files.has(file)),
    notes: [...(read.notes ?? []), note],
  };
}

function withoutPods(read: ReadResult, files: ReadonlySet<string>): ReadResult {
  const note = `Not checked, because a Jenkinsfile runs its steps in them: the pods in ${listed([...files].toSorted(), 3, 'files')}.`;
  const without = withoutFiles(read, files, note);
  return { ...without, problems: without.problems.filter(({ file }) => !files.has(file)) };
}

function noteOfCommands(files: ReadonlySet<string>): string {
  const [it, wasNot] = files.size === 1 ? ['it', 'it was not'] : ['them', 'they were not'];
  return `No deployer that was read applies ${listed([...files].toSorted(), 3, 'files')}, and a command gives ${it} to \`kubectl patch\`: ${wasNot} checked.`;
}

function noteAbout(patches: ReadonlyMap<string, readonly Manifest[]>): string {
  const objects = [...new Set([...patches.values()].flat().map((manifest) => displayName(manifestRef(manifest))))];
  const [are, patch] = patches.size === 1 ? ['was', 'a patch that is'] : ['were', 'patches that are'];
  return `No kustomization lists ${listed([...patches.keys()].toSorted(), 3, 'files')}, and the kustomization beside makes ${listed(objects.toSorted(), 3, 'objects')}: ${patches.size === 1 ? 'it' : 'they'} ${are} taken for ${patch} not used, and not checked.`;
}
