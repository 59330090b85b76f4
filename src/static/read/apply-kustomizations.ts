import type { NotEvaluated } from '../../finding.ts';
import { isFleetObject } from '../../fleet/kinds.ts';
import { manifestRef } from '../identity.ts';
import type { Manifest } from '../manifest.ts';
import { isClusterScoped } from './cluster-scoped.ts';
import { type Kustomization, type PatchTarget, targetsOfPatch } from './kustomization.ts';
import { kustomizationRoots } from './kustomization-roots.ts';
import type { ReadResult } from './read-result.ts';

/** What one way through the kustomizations does to a file. */
interface Treatment {
  /** The directory of the outermost kustomization. */
  readonly root: string;
  readonly namespace: string | undefined;
  readonly patches: readonly PatchTarget[];
  readonly changes: readonly string[];
  /** The kustomizations that change more than the namespace. */
  readonly by: readonly string[];
}

/**
 * The manifests as the kustomizations among the files make them, as far as that can be said without kustomize: objects get the namespace of
 * the outermost one that lists them (kustomize overwrites a namespace that is already there, and renames Namespaces), what is patched, renamed
 * or relabelled counts as unresolved, and patches are no manifests. What two kustomizations put into different namespaces has an unresolved one.
 */
export function applyKustomizations(
  read: ReadResult,
  kustomizations: ReadonlyMap<string, Kustomization>,
  texts: ReadonlyMap<string, string>,
): ReadResult {
  if (kustomizations.size === 0) return read;
  const treatments = new Map<string, Treatment[]>();
  for (const root of kustomizationRoots(kustomizations)) {
    treat(root, { root, namespace: undefined, patches: [], changes: [], by: [] }, new Set());
  }
  const listed = new Set([...kustomizations.values()].flatMap(({ resources }) => resources));
  const patchFiles = new Set([...kustomizations.values()].flatMap((entry) => entry.patchFiles).filter((file) => !listed.has(file)));
  const notEvaluated: NotEvaluated[] = [];
  const manifests = read.manifests
    .filter(({ file }) => !patchFiles.has(file))
    .map((manifest) => treated(manifest, treatments.get(manifest.file) ?? [], notEvaluated));
  return { ...read, manifests, notEvaluated: [...read.notEvaluated, ...notEvaluated] };

  function treat(directory: string, outer: Treatment, path: ReadonlySet<string>): void {
    const kustomization = kustomizations.get(directory);
    if (kustomization === undefined || path.has(directory)) return;
    const own = withComponents(kustomization, kustomizations);
    const patches = own.flatMap((entry) => [
      ...entry.patches,
      ...entry.selfTargeting.flatMap((file) => targetsOfPatch(texts.get(file) ?? '', file)),
    ]);
    const changes = own.flatMap((entry) => entry.changes);
    const treatment = {
      root: outer.root,
      namespace: outer.namespace ?? own.find(({ namespace }) => namespace !== undefined)?.namespace,
      patches: [...outer.patches, ...patches],
      changes: [...outer.changes, ...changes],
      by: patches.length + changes.length === 0 ? outer.by : [...outer.by, kustomization.file],
    };
    for (const resource of own.flatMap(({ resources }) => resources)) {
      if (kustomizations.has(resource)) treat(resource, treatment, new Set([...path, directory]));
      else treatments.set(resource, [...(treatments.get(resource) ?? []), treatment]);
    }
  }
}

/** A kustomization with the components that change what it lists, and theirs. */
function withComponents(
  kustomization: Kustomization,
  kustomizations: ReadonlyMap<string, Kustomization>,
  seen = new Set<Kustomization>(),
): readonly Kustomization[] {
  if (seen.has(kustomization)) return [];
  seen.add(kustomization);
  const components = kustomization.components.flatMap((directory) => kustomizations.get(directory) ?? []);
  return [kustomization, ...components.flatMap((component) => withComponents(component, kustomizations, seen))];
}

function treated(manifest: Manifest, treatments: readonly Treatment[], notEvaluated: NotEvaluated[]): Manifest {
  if (treatments.length === 0) return manifest;
  const { object } = manifest;
  const placed = { ...inNamespaces(manifest, treatments), ...overlayOf(treatments) };
  const changes = new Set(treatments.flatMap((entry) => entry.changes));
  if (treatments.flatMap(({ patches }) => patches).some((target) => matches(target, manifest))) changes.add('');
  // What becomes of all others is told of the kustomization as a whole.
  if (changes.size > 0 && isFleetObject(object)) {
    const by = [...new Set(treatments.flatMap((entry) => entry.by))].join(', ');
    const { file, line } = manifest.locate('');
    notEvaluated.push({
      file,
      line,
      reason: `${by} changes this ${object.kind}; what it changes was not judged.`,
      object: manifestRef(manifest),
      // Another name or label leaves the content of a placement as it is.
      ...(changes.has('') ? { fleetObject: true } : {}),
    });
  }
  return { ...placed, unresolved: [...placed.unresolved, ...changes] };
}

function overlayOf(treatments: readonly Treatment[]): Pick<Manifest, 'overlay'> {
  const [root, ...others] = new Set(treatments.map((entry) => entry.root));
  return root === undefined || others.length > 0 ? {} : { overlay: overlayName(root) };
}

/** How reports name an overlay by its directory. */
export function overlayName(directory: string): string {
  return directory === '' ? '.' : directory;
}

function inNamespaces(manifest: Manifest, treatments: readonly Treatment[]): Manifest {
  const { object, unresolved } = manifest;
  if (object.kind === 'Namespace' && object.apiVersion === 'v1') {
    const names = new Set(treatments.map(({ namespace }) => namespace ?? object.metadata.name));
    const [name = ''] = names;
    if (names.size > 1) return { ...manifest, unresolved: [...unresolved, '/metadata/name'] };
    return { ...manifest, object: { ...object, metadata: { ...object.metadata, name } } };
  }
  if (isClusterScoped(object.apiVersion, object.kind)) return manifest;
  const namespaces = new Set(treatments.map(({ namespace }) => namespace ?? manifest.namespace));
  const [namespace] = namespaces;
  if (namespaces.size > 1) return { ...manifest, namespace: undefined, unresolved: [...unresolved, '/metadata/namespace'] };
  return { ...manifest, namespace };
}

function matches({ kind, name }: PatchTarget, { object }: Manifest): boolean {
  return matchesWhole(kind, object.kind) && matchesWhole(name, object.metadata.name);
}

/** A pattern JavaScript cannot read (kustomize's are Go's) is taken to match: better unjudged than judged wrongly. */
function matchesWhole(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined || pattern === '') return true;
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return true;
  }
}
