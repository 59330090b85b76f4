import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fleetKind, type HubProfile, isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import { azureMember } from '../../fleet/kubefleet/azure-members.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { treeParts } from '../../static/compare/tree-parts.ts';
import { readManifests } from '../../static/read/read-manifests.ts';
import { repositoryFacts } from '../git/repository-facts.ts';
import type { Io } from '../process/io.ts';
import { DEFAULT_FILES } from '../settings/config-places.ts';
import { azureWorkflow } from '../tree/gates-of-repository.ts';

/** What `init` finds in a repository. Paths are relative to its root, with forward slashes. */
export interface FoundTree {
  /** The top folders with objects of KubeFleet; `.` if there are some in the root itself. Empty if the tree has none. */
  readonly folders: readonly string[];
  /** The arguments of each `kubectl apply`; `undefined` if they are not clear: charts, overlays, or several hubs. */
  readonly apply: readonly string[] | undefined;
  /** The kind of hub, and the evidence as the end of a sentence. */
  readonly target?: { readonly profile: HubProfile; readonly because: string };
}

/** @param root absolute */
export async function foundTree(root: string, io: Io): Promise<FoundTree> {
  const here = { ...io, cwd: root };
  const read = await readManifests(['.'], {
    cwd: root,
    exclude: DEFAULT_FILES.map((name) => `/${name}`),
    repository: repositoryFacts(here),
  });
  const ours = read.manifests.filter(
    ({ object }) => fleetKind(object.kind)?.group === groupOf(object.apiVersion) && !isMemberCluster(object),
  );
  const folders = [...new Set(ours.map(({ file }) => topFolder(file)))].toSorted();
  const member = azureMember(read.manifests.map(({ object }) => object).filter(isMemberCluster));
  const workflow = member === undefined ? await azureWorkflow(here) : undefined;
  const because =
    member === undefined ? workflow && `${workflow} logs in to a fleet of Azure` : `MemberCluster ${member} has labels of Azure`;
  return {
    folders,
    apply: treeParts(read.manifests).filter(({ name }) => name !== undefined).length > 1 ? undefined : applyArguments(root, folders),
    ...(because === undefined ? {} : { target: { profile: 'aks', because } }),
  };
}

function topFolder(file: string): string {
  const [first = '', ...rest] = file.split('/');
  return rest.length === 0 ? '.' : first;
}

/**
 * A kustomization builds what it lists, and a chart needs values, so only folders of plain manifests and single kustomizations are clear.
 */
function applyArguments(root: string, folders: readonly string[]): readonly string[] | undefined {
  // The names become words of a shell.
  if (folders.length === 0 || folders.includes('.') || !folders.every((folder) => /^\w[\w.-]*$/.test(folder))) return undefined;
  const found = folders.map((folder) => ({
    folder,
    built: globSync('**/{kustomization.yaml,kustomization.yml,Kustomization,Chart.yaml}', { cwd: join(root, folder) }),
  }));
  if (found.some(({ built: [first = '', ...others] }) => others.length > 0 || !/^(?:kustomization\.ya?ml)?$/.test(first))) return undefined;
  const plain = found.filter(({ built }) => built.length === 0).map(({ folder }) => `-f ${folder}/`);
  return [
    ...(plain.length === 0 ? [] : [`-R ${plain.join(' ')}`]),
    ...found.filter(({ built }) => built.length > 0).map(({ folder }) => `-k ${folder}/`),
  ];
}
