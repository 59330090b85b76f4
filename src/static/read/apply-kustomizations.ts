import type { NotEvaluated } from '../../finding.ts';
import type { Manifest } from '../manifest.ts';
import { isClusterScoped } from './cluster-scoped.ts';
import { isKustomization, type Kustomization, parseKustomization, type PatchTarget, targetsOfPatch } from './kustomization.ts';
import type { ReadResult } from './read-result.ts';

/** What one way through the kustomizations does to a file. */
interface Treatment {
  readonly namespace: string | undefined;
  readonly patches: readonly PatchTarget[];
  readonly changes: readonly string[];
  /** The kustomizations that change more than the namespace. */
  readonly by: readonly string[];
}

/**
 * The manifests as the kustomizations among the files make them: namespaced objects get the namespace of the outermost one that lists them
 * (kustomize overwrites a namespace that is already there), what is patched, renamed or relabelled counts as unresolved, and patches are no
 * manifests. An object that two kustomizations put into different namespaces has an unresolved one.
 */
export function applyKustomizations(read: ReadResult, texts: ReadonlyMap<string, string>): ReadResult {
  const kustomizations = new Map<string, Kustomization>();
  for (const [file, text] of texts) {
    const parsed = isKustomization(file) ? parseKustomization(text, file) : undefined;
    if (parsed !== undefined) kustomizations.set(directoryOf(file), parsed);
  }
  if (kustomizations.size === 0) return read;
  const treatments = new Map<string, Treatment[]>();
  const inner = new Set([...kustomizations.values()].flatMap(({ resources, components }) => resources.concat(components)));
  for (const [directory, root] of kustomizations) {
    if (!inner.has(directory)) treat(root, { namespace: undefined, patches: [], changes: [], by: [] }, new Set());
  }
  const listed = new Set([...kustomizations.values()].flatMap(({ resources }) => resources));
  const patchFiles = new Set([...kustomizations.values()].flatMap((entry) => entry.patchFiles).filter((file) => !listed.has(file)));
  const notEvaluated: NotEvaluated[] = [...patchFiles].flatMap((file) =>
    texts.has(file) ? [{ file, line: 1, reason: 'A kustomize patch: build the kustomization and lint the result.' }] : [],
  );
  const manifests = read.manifests
    .filter(({ file }) => !patchFiles.has(file))
    .map((manifest) => treated(manifest, treatments.get(manifest.file) ?? [], notEvaluated));
  return { ...read, manifests, notEvaluated: [...read.notEvaluated, ...notEvaluated] };

  function treat(kustomization: Kustomization, outer: Treatment, path: ReadonlySet<Kustomization>): void {
    if (path.has(kustomization)) return;
    const own = [kustomization, ...kustomization.components.flatMap((directory) => kustomizations.get(directory) ?? [])];
    const patches = own.flatMap((entry) => [
      ...entry.patches,
      ...entry.selfTargeting.flatMap((file) => targetsOfPatch(texts.get(file) ?? '', file)),
    ]);
    const changes = own.flatMap((entry) => entry.changes);
    const treatment = {
      namespace: outer.namespace ?? own.find(({ namespace }) => namespace !== undefined)?.namespace,
      patches: [...outer.patches, ...patches],
      changes: [...outer.changes, ...changes],
      by: patches.length + changes.length === 0 ? outer.by : [...outer.by, kustomization.file],
    };
    for (const resource of own.flatMap(({ resources }) => resources)) {
      const nested = kustomizations.get(resource);
      if (nested !== undefined) treat(nested, treatment, new Set([...path, kustomization]));
      else treatments.set(resource, [...(treatments.get(resource) ?? []), treatment]);
    }
  }
}

function treated(manifest: Manifest, treatments: readonly Treatment[], notEvaluated: NotEvaluated[]): Manifest {
  if (treatments.length === 0) return manifest;
  const { object, file } = manifest;
  const clusterScoped = isClusterScoped(object.apiVersion, object.kind);
  const namespaces = new Set(treatments.map(({ namespace }) => namespace ?? manifest.namespace));
  const ambiguous = !clusterScoped && namespaces.size > 1;
  const changes = new Set(treatments.flatMap((entry) => entry.changes));
  const patched = treatments.flatMap(({ patches }) => patches).some((target) => matches(target, manifest));
  if (patched) changes.add('');
  if (changes.size > 0) {
    const by = [...new Set(treatments.flatMap((entry) => entry.by))].join(', ');
    const { line } = manifest.locate('');
    notEvaluated.push({ file, line, reason: `${by} changes this ${object.kind}; what it changes was not judged.` });
  }
  if (ambiguous) changes.add('/metadata/namespace');
  const [namespace] = namespaces;
  return {
    ...manifest,
    namespace: clusterScoped ? manifest.namespace : ambiguous ? undefined : namespace,
    unresolved: [...manifest.unresolved, ...changes],
  };
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

function directoryOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}
