import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { leftIn, unevaluated } from '../../world/unevaluated.ts';
import { isClusterScoped } from '../cluster-scoped.ts';
import { type Kustomization, type PatchTarget, targetsOfPatch } from './kustomization.ts';
import { type PatchTargets, TargetReader } from './patch-targets.ts';
import type { ReadResult } from '../read-result.ts';
import { type Treatment, treatmentsOf, withComponents } from './kustomization-effects.ts';

/**
 * The manifests as the kustomizations among the files make them, as far as that can be said without kustomize: objects get the namespace of
 * the outermost one that lists them (kustomize overwrites a namespace that is already there, and renames Namespaces), what is patched, renamed
 * or relabelled counts as unresolved, and patches are no manifests. What two kustomizations put into different namespaces has an unresolved one.
 * Where they list one another too often to be followed, nothing that any of them lists is judged, and that is said.
 * `loadGoPatterns` must have been awaited where `havePatterns` says so.
 */
export function applyKustomizations(
  read: ReadResult,
  kustomizations: ReadonlyMap<string, Kustomization>,
  texts: ReadonlyMap<string, string>,
): ReadResult {
  if (kustomizations.size === 0) return read;
  const listed = new Set([...kustomizations.values()].flatMap(({ resources }) => resources));
  const patchFiles = new Set([...kustomizations.values()].flatMap((entry) => entry.patchFiles).filter((file) => !listed.has(file)));
  const manifests = read.manifests.filter(({ file }) => !patchFiles.has(file));
  const treatments = treatmentsOf(kustomizations);
  const notEvaluated: NotEvaluated[] = [];
  const treat = treatments === undefined ? unfollowed(kustomizations, listed, notEvaluated) : treatedBy(treatments);
  const treated = manifests.map(treat);
  const inRoots = (entry: NotEvaluated): NotEvaluated => leftIn(entry, [...(treatments?.get(entry.file)?.roots ?? [])].map(overlayName));
  return { ...read, manifests: treated, notEvaluated: [...read.notEvaluated, ...notEvaluated].map(inRoots) };

  function treatedBy(known: ReadonlyMap<string, Treatment>): (manifest: Manifest) => Manifest {
    const effects = effectsOf(kustomizations, texts);
    return (manifest) => treatedManifest(manifest, known.get(manifest.file), effects, notEvaluated);
  }
}

/** What a kustomization does beside setting a namespace. */
export interface Effect {
  readonly file: string;
  readonly changes: readonly string[];
  readonly generates: readonly string[];
  readonly targets: PatchTargets;
}

/** By directory; `undefined` for one that changes nothing. Each file with patches is read once. */
export function effectsOf(
  kustomizations: ReadonlyMap<string, Kustomization>,
  texts: ReadonlyMap<string, string>,
): (directory: string) => Effect | undefined {
  const reader = new TargetReader();
  const known = new Map<string, Effect | undefined>();
  const named = new Map<string, readonly PatchTarget[]>();
  const namedIn = (file: string): readonly PatchTarget[] => {
    const found = named.get(file) ?? targetsOfPatch(texts.get(file) ?? '', file);
    named.set(file, found);
    return found;
  };
  return (directory) => {
    if (known.has(directory)) return known.get(directory);
    const kustomization = kustomizations.get(directory);
    const own = kustomization === undefined ? [] : withComponents(kustomization, kustomizations);
    const patches = own.flatMap((entry) => [...entry.patches, ...entry.selfTargeting.flatMap(namedIn)]);
    const changes = own.flatMap((entry) => entry.changes);
    const generates = own.flatMap((entry) => entry.generates);
    const effect =
      kustomization === undefined || patches.length + changes.length + generates.length === 0
        ? undefined
        : { file: kustomization.file, changes, generates, targets: reader.read(patches) };
    known.set(directory, effect);
    return effect;
  };
}

/** @param notEvaluated gets what is to be said of the manifest */
export function treatedManifest(
  manifest: Manifest,
  treatment: Treatment | undefined,
  effectOf: (directory: string) => Effect | undefined,
  notEvaluated: NotEvaluated[],
): Manifest {
  if (treatment === undefined) return manifest;
  const { kind, metadata } = manifest.object;
  const effects = [...treatment.by].flatMap((directory) => effectOf(directory) ?? []);
  const changes = new Set(effects.flatMap((effect) => effect.changes));
  if (effects.some(({ targets }) => targets.match(kind, metadata.name))) changes.add('');
  // What becomes of all others is told of the kustomization as a whole.
  if (changes.size > 0 && isFleetObject(manifest.object)) {
    const by = effects.filter((effect) => effect.changes.length > 0 || effect.targets.match(kind, metadata.name)).map(({ file }) => file);
    // Another name or label leaves the content of a placement as it is.
    notEvaluated.push({
      ...unevaluated(
        manifest,
        `${by.join(', ')} ${by.length === 1 ? 'changes' : 'change'} this ${kind}; what ${by.length === 1 ? 'it changes' : 'they change'} was not checked.`,
      ),
      ...(changes.has('') ? { fleetObject: true } : {}),
    });
  }
  const placed = { ...inNamespaces(manifest, treatment.namespaces), ...overlayOf(treatment) };
  const generated = new Set(effects.flatMap((effect) => effect.generates));
  return { ...placed, unresolved: [...placed.unresolved, ...changes], ...(generated.size === 0 ? {} : { generated }) };
}

/** Nothing is known of what a kustomization lists. */
function unfollowed(
  kustomizations: ReadonlyMap<string, Kustomization>,
  listed: ReadonlySet<string>,
  notEvaluated: NotEvaluated[],
): (manifest: Manifest) => Manifest {
  const [first] = [...kustomizations.values()].map(({ file }) => file).toSorted();
  const why = 'the kustomizations list one another in too many ways to be followed';
  notEvaluated.push({ file: first ?? '', line: 1, reason: `Of the files they list, nothing was checked: ${why}.`, fleetObject: true });
  return (manifest) => {
    if (!listed.has(manifest.file)) return manifest;
    if (isFleetObject(manifest.object))
      notEvaluated.push({ ...unevaluated(manifest, `This ${manifest.object.kind} was not checked: ${why}.`), fleetObject: true });
    return { ...manifest, unresolved: [...manifest.unresolved, '', '/metadata/name', '/metadata/namespace'] };
  };
}

function overlayOf({ roots }: Treatment): Pick<Manifest, 'overlay'> {
  const [root, ...others] = roots;
  return root === undefined || others.length > 0 ? {} : { overlay: overlayName(root) };
}

/** How reports name an overlay by its directory. */
export function overlayName(directory: string): string {
  return directory === '' ? '.' : directory;
}

function inNamespaces(manifest: Manifest, given: ReadonlySet<string | undefined>): Manifest {
  const { object, unresolved } = manifest;
  if (object.kind === 'Namespace' && object.apiVersion === 'v1') {
    const names = new Set([...given].map((each) => each ?? object.metadata.name));
    const [name = ''] = names;
    if (names.size > 1) return { ...manifest, unresolved: [...unresolved, '/metadata/name'] };
    return { ...manifest, object: { ...object, metadata: { ...object.metadata, name } } };
  }
  // Kustomize writes the namespace to ServiceAccounts it is bound to.
  if (object.kind === 'ClusterRoleBinding' && [...given].some((each) => each !== undefined))
    return { ...manifest, unresolved: [...unresolved, '/subjects'] };
  if (isClusterScoped(object.apiVersion, object.kind)) return manifest;
  const namespaces = new Set([...given].map((each) => each ?? manifest.namespace));
  const [namespace] = namespaces;
  if (namespaces.size > 1) return { ...manifest, namespace: undefined, unresolved: [...unresolved, '/metadata/namespace'] };
  return { ...manifest, namespace };
}
