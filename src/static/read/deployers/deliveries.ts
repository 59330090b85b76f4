import { field, isObject, listAt, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { withOverrides } from './source-overrides.ts';
import { applicationsOf, type GitContent, type MadeApplication } from './application-sets.ts';

/** A folder that an object of Flux or Argo CD brings to a cluster. */
export interface Delivery {
  /** The object of Flux or Argo CD. */
  readonly manifest: Manifest;
  /** From the top of the repository; empty for the whole repository. It has an expression if it is not known here, see `isKnownText`. */
  readonly path: string;
  /** The repository of the folder; `undefined` if it is not known. */
  readonly repository: string | undefined;
  readonly destination: Destination;
  /** The path and the destination may be others, or the folder may be in an artifact that something else makes. */
  readonly isUncertain: boolean;
  /** Its fields that change the content: those of a kustomization by their names there, and those of `OF_HELM` and `OPEN`. */
  readonly changes: JsonObject;
  /** The namespace of objects that have none. */
  readonly namespace: string | undefined;
  /** Which files of a folder without a kustomization and a chart it brings; absent for all of them. */
  readonly files?: FileSelection;
  /** Why a change of the folder does not reach the cluster yet, as the end of a sentence. */
  readonly heldBack?: string;
}

/** The cluster of a delivery. */
export interface Destination {
  /** How the cluster is named there; `own` is the cluster that the deployer is in. */
  readonly by: 'own' | 'server' | 'name' | 'secret';
  /** Empty for `own`. It has an expression if it is not known here. */
  readonly name: string;
}

/** The options of Argo CD for a folder of plain manifests. */
export interface FileSelection {
  readonly recurse: boolean;
  /** Globs of Argo CD; empty for none. */
  readonly include: string;
  readonly exclude: string;
}

/**
 * Finds what Kustomizations and HelmReleases of Flux, and Applications and ApplicationSets of Argo CD deploy. Sources:
 * `api/v1/kustomization_types.go` of fluxcd/kustomize-controller, `api/v2/helmrelease_types.go` of fluxcd/helm-controller,
 * `pkg/apis/application/v1alpha1/types.go` of argoproj/argo-cd.
 */
export function deliveriesOf(manifests: readonly Manifest[], content: GitContent): readonly Delivery[] {
  const repositories = new Map(
    manifests.filter(({ object }) => isKind(object, 'source.toolkit.fluxcd.io/GitRepository')).map((each) => [keyOfSource(each), each]),
  );
  const repositoryOf = (manifest: Manifest, reference: unknown): KubeObject | undefined =>
    repositories.get(`${stringAt(reference, 'namespace') ?? manifest.namespace ?? ''}/${stringAt(reference, 'name') ?? ''}`)?.object;
  return manifests.flatMap((manifest): readonly Delivery[] => {
    const { object } = manifest;
    switch (`${groupOf(object.apiVersion)}/${object.kind}`) {
      case 'kustomize.toolkit.fluxcd.io/Kustomization':
        return [ofKustomization(manifest, repositoryOf(manifest, field(object, 'spec', 'sourceRef')))];
      case 'helm.toolkit.fluxcd.io/HelmRelease':
        return ofHelmRelease(manifest, repositoryOf(manifest, field(object, 'spec', 'chart', 'spec', 'sourceRef')));
      case 'argoproj.io/Application':
        return ofApplication(manifest, object['spec'], content);
      case 'argoproj.io/ApplicationSet':
        return applicationsOf(object, content).flatMap(({ spec, unknownPatch }) => ofApplication(manifest, spec, content, unknownPatch));
      default:
        return [];
    }
  });
}

/** Whether a text has no expression of a template, a variable or a pattern. */
export function isKnownText(text: string): boolean {
  return !/[{}$*]/.test(text);
}

/** The folders that deployers bring to a cluster, with or without changes to their content. */
export function deliveredPaths(deliveries: readonly Delivery[]): readonly string[] {
  return [...new Set(deliveries.flatMap(({ path }) => (isKnownText(path) ? [path] : [])))];
}

const OF_KUSTOMIZE = [
  'namespace',
  'namePrefix',
  'nameSuffix',
  'patches',
  'patchesJson6902',
  'patchesStrategicMerge',
  'images',
  'replicas',
  'commonLabels',
  'commonAnnotations',
];
/** Fields with values for a chart, and others that only matter for one. */
export const OF_HELM: readonly string[] = [
  'values',
  'valuesFrom',
  'valuesFiles',
  'valuesObject',
  'valueFiles',
  'parameters',
  'fileParameters',
  'releaseName',
];
/** Fields that may change anything: components are searched below the path, and what a plugin or a patch of a set makes is not known. */
export const OPEN: readonly string[] = ['components', 'plugin', 'templatePatch'];
/** Flux replaces variables in the texts of all objects. */
export const SUBSTITUTION = 'postBuild';
const FIELDS = new Set([...OF_KUSTOMIZE, ...OF_HELM, ...OPEN, SUBSTITUTION]);

function ofKustomization(manifest: Manifest, repository: KubeObject | undefined): Delivery {
  const { spec } = manifest.object;
  const { targetNamespace: namespace, commonMetadata, postBuild, ...fields } = isObject(spec) ? spec : {};
  const hasVariables = isGiven(field(postBuild, 'substitute')) || isGiven(field(postBuild, 'substituteFrom'));
  const changes = {
    ...fields,
    namespace,
    patchesStrategicMerge: textsOfPatches(listAt(spec, 'patchesStrategicMerge')),
    commonLabels: field(commonMetadata, 'labels'),
    commonAnnotations: field(commonMetadata, 'annotations'),
    // Without variables it replaces nothing.
    postBuild: hasVariables ? postBuild : undefined,
  };
  return {
    manifest,
    path: stringAt(spec, 'path') ?? '',
    ...ofFlux(spec, field(spec, 'sourceRef'), repository),
    changes: given(changes),
    namespace: undefined,
  };
}

/** Flux has objects in this field; kustomize has their texts. */
function textsOfPatches(patches: readonly unknown[]): readonly string[] {
  return patches.map((patch) => `${JSON.stringify(patch)}\n`);
}

/** Only for a chart in a repository. */
function ofHelmRelease(manifest: Manifest, repository: KubeObject | undefined): readonly Delivery[] {
  const { spec } = manifest.object;
  const chart = field(spec, 'chart', 'spec');
  if (stringAt(chart, 'sourceRef', 'kind') !== 'GitRepository') return [];
  const changes = Object.fromEntries(OF_HELM.map((name) => [name, field(spec, name)]));
  const renderers = listAt(spec, 'postRenderers').map((each) => field(each, 'kustomize'));
  const patching = (name: string): readonly unknown[] => renderers.flatMap((each) => listAt(each, name));
  return [
    {
      manifest,
      path: stringAt(chart, 'chart') ?? '',
      ...ofFlux(spec, field(chart, 'sourceRef'), repository),
      changes: given({
        ...changes,
        valuesFiles: field(chart, 'valuesFiles'),
        patches: patching('patches'),
        patchesJson6902: patching('patchesJson6902'),
        patchesStrategicMerge: textsOfPatches(patching('patchesStrategicMerge')),
        images: patching('images'),
      }),
      namespace: stringAt(spec, 'targetNamespace') ?? manifest.namespace,
    },
  ];
}

/** The fields that both kinds of Flux have. The folders of an artifact of OCI, or of a bucket, need not be those of a repository. */
function ofFlux(
  spec: unknown,
  source: unknown,
  repository: KubeObject | undefined,
): Pick<Delivery, 'repository' | 'destination' | 'isUncertain' | 'heldBack'> {
  const kubeConfig = field(spec, 'kubeConfig');
  const secret = stringAt(kubeConfig, 'secretRef', 'name') ?? stringAt(kubeConfig, 'configMapRef', 'name') ?? '';
  const revision = ['commit', 'tag', 'semver', 'name'].flatMap((name) => stringAt(repository, 'spec', 'ref', name) ?? []);
  return {
    repository: stringAt(repository, 'spec', 'url'),
    destination: secret === '' ? OWN : { by: 'secret', name: secret },
    isUncertain: stringAt(source, 'kind') !== 'GitRepository',
    ...heldBackBy(field(spec, 'suspend') === true, revision[0]),
  };
}

function ofApplication(
  manifest: Manifest,
  spec: unknown,
  content: GitContent,
  unknownPatch?: MadeApplication['unknownPatch'],
): readonly Delivery[] {
  return sourcesOf(spec).flatMap((written): readonly Delivery[] => {
    // It has only values for a chart elsewhere, or it is such a chart.
    const path = stringAt(written, 'path');
    if (path === undefined) return [];
    const source = withOverrides(written, path, manifest.object.metadata.name, content);
    const [kustomize, helm, directory] = ['kustomize', 'helm', 'directory'].map((name) => objectAt(source, name));
    const plugin = field(source, 'plugin');
    const ofHelm = Object.fromEntries(OF_HELM.map((name) => [name, helm?.[name]]));
    const images = listAt(kustomize, 'images').map((image) => ({ name: nameOfImage(image), image }));
    const changes = given({
      ...ofHelm,
      ...kustomize,
      images,
      plugin: plugin === undefined ? [] : [plugin],
      templatePatch: unknownPatch?.ofSource === true ? unknownPatch.text : '',
    });
    const isPlain = [kustomize, helm, plugin].every((each) => each === undefined);
    const files = {
      recurse: directory?.['recurse'] === true,
      include: stringAt(directory, 'include') ?? '',
      exclude: stringAt(directory, 'exclude') ?? '',
    };
    const revision = stringAt(source, 'targetRevision') ?? '';
    return [
      {
        manifest,
        path,
        repository: stringAt(source, 'repoURL'),
        destination: destinationOf(spec),
        isUncertain: unknownPatch !== undefined || (stringAt(source, 'repoURL') ?? '').startsWith('oci://'),
        changes,
        namespace: stringAt(spec, 'destination', 'namespace'),
        ...(isPlain ? { files } : {}),
        ...heldBackBy(false, FIXED_REVISION.test(revision) ? revision : undefined),
      },
    ];
  });
}

/** Several sources replace a single one, and a hydrated Application has its source elsewhere. */
export function sourcesOf(spec: unknown): readonly unknown[] {
  const dry = field(spec, 'sourceHydrator', 'drySource');
  const several = listAt(spec, 'sources');
  return dry === undefined ? (several.length > 0 ? several : [field(spec, 'source')]) : [dry];
}

/** The cluster that a deployer is in. */
export const OWN: Destination = { by: 'own', name: '' };
/** The names of the cluster in which Argo CD runs. */
const IN_CLUSTER = new Set(['', 'https://kubernetes.default.svc', 'in-cluster']);

/** The cluster of an Application. */
export function destinationOf(spec: unknown): Destination {
  const name = stringAt(spec, 'destination', 'name') ?? '';
  const server = stringAt(spec, 'destination', 'server') ?? '';
  if (IN_CLUSTER.has(name) && IN_CLUSTER.has(server)) return OWN;
  return name === '' ? { by: 'server', name: server } : { by: 'name', name };
}

/** A version, a pattern of versions, or a commit. */
// linear: it looks at the start of a revision.
const FIXED_REVISION = /^(?:[~^<>=*]|v?\d+\.[\w.*-]+$|v\d+$|[0-9a-f]{40}$)/;

function heldBackBy(isSuspended: boolean, revision: string | undefined): Pick<Delivery, 'heldBack'> {
  if (isSuspended) return { heldBack: 'it is suspended' };
  return revision === undefined ? {} : { heldBack: `it deploys revision ${revision}` };
}

/** Argo CD has images as texts: `name:tag`, `name@digest`, or `name=new-name:tag`. */
function nameOfImage(image: unknown): string {
  const text = typeof image === 'string' ? image : '';
  return text.includes('=') ? text.slice(0, text.indexOf('=')) : text.replace(/@[^]*/, '').replace(/:[^/:]*$/, '');
}

function given(changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => FIELDS.has(name) && isGiven(value)));
}

/** Whether the value is a text, a list or a mapping that is not empty. */
export function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : typeof value === 'string' && value !== '';
}

function isKind({ apiVersion, kind }: KubeObject, wanted: string): boolean {
  return `${groupOf(apiVersion)}/${kind}` === wanted;
}

function keyOfSource({ namespace, object }: Manifest): string {
  return `${namespace ?? ''}/${object.metadata.name}`;
}
