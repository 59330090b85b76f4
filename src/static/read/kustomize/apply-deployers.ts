import type { NotEvaluated } from '../../../finding.ts';
import { loadGoPatterns } from '../../../admission/go-pattern.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { manifestRef } from '../../world/identity.ts';
import type { Manifest } from '../../world/manifest.ts';
import { unevaluated } from '../../world/unevaluated.ts';
import { effectsOf, overlayName, effectOnManifest } from './apply-kustomizations.ts';
import { deployersIn, OF_HELM, type Deployer } from './deployers.ts';
import { kustomizationOf, type Kustomization } from './kustomization.ts';
import { havePatterns } from './patch-targets.ts';
import type { ReadResult } from '../read-result.ts';

/**
 * Changes the manifests as Flux and Argo CD apply them, as far as that is known: into the target namespace, and unresolved if they are
 * patched or renamed. Values for a chart are reported for the chart as a whole. @param nameOfFolder the name in reports of the folder at
 * a path from the top of the repository; empty for the working directory
 */
export async function applyDeployers(read: ReadResult, nameOfFolder: (path: string) => string): Promise<ReadResult> {
  const deployers = deployersIn(read.manifests);
  if (deployers.length === 0) return read;
  const known = new Map(deployers.map((deployer): [string, Kustomization] => [keyOf(deployer), changesOf(deployer)]));
  if (known.values().some(({ patches }) => havePatterns(patches))) await loadGoPatterns();
  const effectOf = effectsOf(known, new Map());
  const notEvaluated: NotEvaluated[] = [];
  const busy = new Set<Deployer>();
  const byFolder = Map.groupBy(deployers, ({ path }) => nameOfFolder(path));
  const mostUps = byFolder.keys().reduce((most, folder) => Math.max(most, upsOf(folder)), 0);
  /** For a folder with a kustomization or a chart, only its output. A chart with its own values has another name. */
  const foldersOf = ({ overlay, file }: Manifest): Iterable<string> =>
    overlay === undefined ? foldersAround(file, mostUps) : [overlay === overlayName('') ? '' : overlay];
  const manifests = read.manifests.map((manifest) => {
    const around = [...foldersOf(manifest)].flatMap((folder) => byFolder.get(folder) ?? []);
    const own = around.filter((deployer) => deployer.manifest !== manifest);
    if (own.length === 0) return manifest;
    for (const deployer of own) busy.add(deployer);
    const namespaces = new Set(own.map((deployer) => known.get(keyOf(deployer))?.namespace));
    return effectOnManifest(manifest, { roots: new Set(), namespaces, by: new Set(own.map(keyOf)) }, effectOf, notEvaluated);
  });
  const whole = [...busy].flatMap(({ manifest, changes, path }) => {
    const open = Object.keys(changes).filter((name) => name !== 'namespace');
    const remedy = open.some((name) => OF_HELM.includes(name)) ? '; list the values of the chart in `render` of the configuration' : '';
    const reason = `It changes ${path === '' ? 'the repository' : path} with ${open.join(', ')}. These changes were not checked${remedy}.`;
    return open.length === 0 ? [] : [unevaluated(manifest, reason)];
  });
  return { ...read, manifests, notEvaluated: [...read.notEvaluated, ...notEvaluated, ...whole] };
}

function keyOf({ manifest, path }: Deployer): string {
  return `${manifest.file} ${displayName(manifestRef(manifest))} ${path}`;
}

function changesOf({ manifest, changes }: Deployer): Kustomization {
  const own = kustomizationOf(changes, manifest.file);
  const { components } = own;
  // Components are searched below the path, and may change anything.
  return { ...own, components: [], changes: components.length === 0 ? own.changes : [...own.changes, ''] };
}

/**
 * The folders that contain a file, by name. A name may lead up from the working directory.
 * @param mostUps how far up the requested folders are
 */
function* foldersAround(file: string, mostUps: number): Generator<string> {
  const names = file.split('/').slice(0, -1);
  const ups = upsOf(file);
  for (let end = names.length; end >= ups; end -= 1) yield names.slice(0, end).join('/');
  for (let more = ups + 1; more <= mostUps; more += 1) yield Array.from({ length: more }, () => '..').join('/');
}

function upsOf(name: string): number {
  const first = name.split('/').findIndex((part) => part !== '..');
  return first < 0 ? name.split('/').length : first;
}
