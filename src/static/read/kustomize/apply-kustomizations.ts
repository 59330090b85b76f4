import { labelFault, subdomainFault } from '../../../admission/name-format.ts';
import { objectMeta } from '../../../admission/object-meta.ts';
import type { NotEvaluated } from '../../../finding.ts';
import type { JsonObject } from '../../../fleet/json/json.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { readImage } from '../../images/image-reference.ts';
import { imagesOf } from '../../images/images-of.ts';
import type { Manifest } from '../../world/manifest.ts';
import { leftIn, unevaluated } from '../../world/unevaluated.ts';
import { placeholderIn } from '../placeholders/placeholder.ts';
import { isClusterScoped } from '../cluster-scoped.ts';
import { type AddedMetadata, KEEPING_NAME, type Kustomization, type PatchTarget, targetsOfPatch } from './kustomization.ts';
import { isLocalConfig } from '../../../fleet/kubernetes/local-config.ts';
import { localConfigEntry } from './local-config-entry.ts';
import { type PatchTargets, TargetReader } from './patch-targets.ts';
import type { ReadResult } from '../read-result.ts';
import { reachedFrom } from './kustomization-roots.ts';
import { type KustomizationEffects, kustomizationEffectsOf, withComponents } from './kustomization-effects.ts';

/**
 * Changes the manifests as the kustomizations among the files do, as far as that is known without kustomize. Objects get the namespace of
 * the outermost kustomization that lists them (kustomize replaces an existing namespace, and renames Namespaces). Fields that are patched,
 * renamed or relabelled are unresolved, and patches are not manifests. If two kustomizations set different namespaces, the namespace is
 * unresolved. If kustomizations list one another too often to be followed, their files are not judged, which is reported. `loadGoPatterns`
 * must have been awaited if `havePatterns` returns true.
 */
export function applyKustomizations(
  read: ReadResult,
  kustomizations: ReadonlyMap<string, Kustomization>,
  texts: ReadonlyMap<string, string>,
  asked: ReadonlySet<string> = new Set(),
): ReadResult {
  if (kustomizations.size === 0) return read;
  const ofPlugins = reachedFrom(
    [...kustomizations.values()].flatMap(({ plugins }) => plugins),
    kustomizations,
  );
  const [configuring, building] = [true, false].map((isOfPlugins) =>
    [...kustomizations].flatMap(([directory, { resources }]) => (ofPlugins.has(directory) === isOfPlugins ? resources : [])),
  );
  const listed = new Set(building);
  const patchFiles = new Set([...kustomizations.values()].flatMap((entry) => entry.patchFiles).filter((file) => !listed.has(file)));
  const configs = new Set([...kustomizations.values()].flatMap(({ plugins }) => plugins).concat(configuring ?? []));
  const isConfig = ({ file }: Pick<Manifest, 'file'>): boolean => configs.has(file) && !listed.has(file);
  const effectsByFile = kustomizationEffectsOf(kustomizations, asked);
  const isLeftOut = (manifest: Manifest): boolean => isLocalConfig(manifest.object) && effectsByFile?.has(manifest.file) === true;
  const manifests = read.manifests.filter((manifest) => !patchFiles.has(manifest.file) && !isConfig(manifest) && !isLeftOut(manifest));
  const leftOut = read.manifests.filter((manifest) => isFleetObject(manifest.object) && isLeftOut(manifest));
  const notEvaluated: NotEvaluated[] = leftOut.map((each) => localConfigEntry(each));
  const withEffects =
    effectsByFile === undefined ? unfollowed(kustomizations, listed, notEvaluated) : withKustomizationEffects(effectsByFile);
  const changed = manifests.map(withEffects);
  const inRoots = (entry: NotEvaluated): NotEvaluated => leftIn(entry, [...(effectsByFile?.get(entry.file)?.roots ?? [])].map(overlayName));
  const problems = read.problems.filter((problem) => problem.unlessPatch !== true || !(patchFiles.has(problem.file) || isConfig(problem)));
  return { ...read, manifests: changed, problems, notEvaluated: [...read.notEvaluated, ...notEvaluated].map(inRoots) };

  function withKustomizationEffects(known: ReadonlyMap<string, KustomizationEffects>): (manifest: Manifest) => Manifest {
    const effects = effectsOf(kustomizations, texts);
    return (manifest) => effectOnManifest(manifest, known.get(manifest.file), effects, notEvaluated);
  }
}

/** The effects of a kustomization besides its namespace. */
export interface Effect {
  readonly file: string;
  readonly changes: readonly string[];
  readonly affixes: readonly Kustomization['affixes'][];
  readonly added: readonly AddedMetadata[];
  readonly images: ReadonlySet<string>;
  readonly generates: readonly string[];
  readonly targets: PatchTargets;
}

/** The pointers whose values an effect changes in an object; an empty pointer means the whole object. */
export function changedPointers({ changes, images, targets }: Effect, object: KubeObject): readonly string[] {
  const replaced = images.size === 0 ? [] : imagesOf(object).filter(({ text }) => images.has(nameOf(text)));
  return [...changes, ...(targets.match(object.kind, object.metadata.name) ? [''] : []), ...replaced.map(({ at }) => at)];
}

function nameOf(image: string): string {
  const read = readImage(image);
  return 'name' in read ? read.name : image;
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
    const affixes = own.map((entry) => entry.affixes).filter(({ prefix, suffix }) => `${prefix}${suffix}` !== '');
    const added = own.map((entry) => entry.added);
    const images = new Set(own.flatMap((entry) => entry.images));
    const generates = own.flatMap((entry) => entry.generates);
    const effect =
      kustomization === undefined || patches.length + changes.length + images.size + generates.length === 0
        ? undefined
        : { file: kustomization.file, changes, affixes, added, images, generates, targets: reader.read(patches) };
    known.set(directory, effect);
    return effect;
  };
}

/** @param notEvaluated receives entries about the manifest */
export function effectOnManifest(
  manifest: Manifest,
  treatment: KustomizationEffects | undefined,
  effectOf: (directory: string) => Effect | undefined,
  notEvaluated: NotEvaluated[],
): Manifest {
  if (treatment === undefined) return manifest;
  const { object } = manifest;
  const effects = [...treatment.by].flatMap((directory) => effectOf(directory) ?? []);
  const changes = new Set(effects.flatMap((effect) => changedPointers(effect, object)));
  const refused = changes.has('') ? undefined : refusedName(manifest, effects);
  if (refused !== undefined) changes.delete(NAME);
  // For other objects, one entry is added for the kustomization as a whole.
  if ((changes.size > 0 || refused !== undefined) && isFleetObject(object)) {
    const by = effects.filter((effect) => changedPointers(effect, object).length > 0).map(({ file }) => file);
    const isUnknown = changes.has('') || changes.has(NAME) || effects.some((effect) => mattersIn(object, effect));
    notEvaluated.push({
      ...unevaluated(
        manifest,
        refused === undefined
          ? `${by.join(', ')} ${by.length === 1 ? 'changes' : 'change'} this ${object.kind}; the changes were not checked.`
          : `${by.join(', ')} ${by.length === 1 ? 'gives' : 'give'} this ${object.kind} the name "${refused}"; other changes were not checked.`,
      ),
      ...(isUnknown ? { fleetObject: true } : {}),
    });
  }
  const named = refused === undefined ? manifest : { ...manifest, object: { ...object, metadata: { ...object.metadata, name: refused } } };
  const placed = { ...inNamespaces(named, treatment.namespaces), ...overlayOf(treatment) };
  const generated = new Set(effects.flatMap((effect) => effect.generates));
  return { ...placed, unresolved: [...placed.unresolved, ...changes], ...(generated.size === 0 ? {} : { generated }) };
}

/** The name that an object gets, if the hub refuses it; `undefined` if that is not known. */
function refusedName({ object, unresolved }: Manifest, effects: readonly Effect[]): string | undefined {
  const affixes = effects.flatMap((effect) => effect.affixes);
  if (affixes.length === 0 || unresolved.includes(NAME) || KEEPING_NAME.has(object.kind)) return undefined;
  const [prefix, suffix] = [
    affixes.map((each) => each.prefix).join(''),
    affixes
      .map((each) => each.suffix)
      .toReversed()
      .join(''),
  ];
  const name = `${prefix}${object.metadata.name}${suffix}`;
  if (subdomainFault(name) === undefined || placeholderIn(name) !== undefined) return undefined;
  // Several kustomizations may be on several paths. A wrong sign makes a name wrong on each of them.
  return affixes.length === 1 || /[^a-z0-9.-]/.test(`${prefix}${suffix}`) ? name : undefined;
}

const NAME = '/metadata/name';

/**
 * Whether added labels and annotations change more than what people read: labels of a cluster select it, and the hub refuses invalid ones.
 * Another name always changes more, as kustomize does not change the names in the fields of KubeFleet objects, and the hub may refuse it.
 */
function mattersIn(object: KubeObject, { added }: Effect): boolean {
  return added.some(({ labels, annotations }) => {
    if (object.kind === 'MemberCluster' && Object.keys(labels).length > 0) return true;
    if (!isTexts(labels) || !isTexts(annotations)) return true;
    const { metadata } = object;
    const all = { labels: { ...metadata.labels, ...labels }, annotations: { ...metadata.annotations, ...annotations } };
    return objectMeta({ ...object, metadata: { ...metadata, ...all } }).length > 0;
  });
}

function isTexts(value: JsonObject): value is Readonly<Record<string, string>> {
  return Object.values(value).every((each) => typeof each === 'string');
}

/** Nothing is known about the files that a kustomization lists. */
function unfollowed(
  kustomizations: ReadonlyMap<string, Kustomization>,
  listed: ReadonlySet<string>,
  notEvaluated: NotEvaluated[],
): (manifest: Manifest) => Manifest {
  const [first] = [...kustomizations.values()].map(({ file }) => file).toSorted();
  const why = 'too many kustomizations refer to one another';
  notEvaluated.push({ file: first ?? '', line: 1, reason: `The files that they list were not checked: ${why}.`, fleetObject: true });
  return (manifest) => {
    if (!listed.has(manifest.file)) return manifest;
    if (isFleetObject(manifest.object))
      notEvaluated.push({ ...unevaluated(manifest, `This ${manifest.object.kind} was not checked: ${why}.`), fleetObject: true });
    return { ...manifest, unresolved: [...manifest.unresolved, '', '/metadata/name', '/metadata/namespace'] };
  };
}

function overlayOf({ roots }: KustomizationEffects): Pick<Manifest, 'overlay'> {
  const [root, ...others] = roots;
  return root === undefined || others.length > 0 ? {} : { overlay: overlayName(root) };
}

/** The name of an overlay in reports, by its directory. */
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
  // Kustomize writes the namespace into the ServiceAccounts to which it is bound, for a RoleBinding as well.
  if (object.kind === 'ClusterRoleBinding' && [...given].some((each) => each !== undefined))
    return { ...manifest, unresolved: [...unresolved, '/subjects'] };
  if (isClusterScoped(object.apiVersion, object.kind)) return manifest;
  const namespaces = new Set([...given].map((each) => each ?? manifest.namespace));
  const [namespace] = namespaces;
  if (namespaces.size > 1) return { ...manifest, namespace: undefined, unresolved: [...unresolved, '/metadata/namespace'] };
  const isMoved = namespace !== undefined && ![undefined, namespace].includes(object.metadata.namespace);
  // References are looked up in the namespace that the object has, and the rules report one that the hub refuses only if it has it.
  if (namespace === undefined || (!isMoved && labelFault(namespace) === undefined)) return { ...manifest, namespace };
  const moved = { ...manifest, namespace, object: { ...object, metadata: { ...object.metadata, namespace } } };
  return isMoved && object.kind === 'RoleBinding' ? { ...moved, unresolved: [...unresolved, '/subjects'] } : moved;
}
