import { isObject, type JsonObject } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import type { ReplacedImage } from '../../images/replaced-images.ts';
import { keyOfManifest } from '../../world/manifest-key.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { TakenVersion } from './charts/taken-version.ts';

/** A folder that an object of Flux or Argo CD brings to a cluster. */
export interface Delivery {
  /** The object of Flux or Argo CD. */
  readonly manifest: Manifest;
  /** From the top of the repository; empty for the whole repository. It has an expression if it is not known here, see `isKnownText`. */
  readonly path: string;
  /** The path that it names, if that is taken for a mistake. */
  readonly written?: string;
  /** The repository of the folder; `undefined` if it is not known. */
  readonly repository: string | undefined;
  /** Other repositories whose content is or may be in its source too, and `INCLUDED`; absent for none. */
  readonly besides?: readonly string[];
  /** What it takes of its source: several if other sources or generators also decide what arrives. */
  readonly takes: readonly TakenVersion[];
  readonly destination: Destination;
  /** The path and the destination may be others, or the folder may be in an artifact that something else makes. */
  readonly isUncertain: boolean;
  /** Its fields that change the content: those of a kustomization by their names there, and those of `OF_HELM` and `OPEN`. */
  readonly changes: JsonObject;
  /** The images that it replaces, if they are known; else they are among the changes. */
  readonly images?: readonly ReplacedImage[];
  /** The namespace of objects that have none. */
  readonly namespace: string | undefined;
  /** Which files of a folder without a kustomization and a chart it brings; absent for all of them. */
  readonly files?: FileSelection;
  /** The symbolic links of the tree, as reports name them. */
  readonly links?: ReadonlySet<string>;
  /** `spec.ignore` or a `.sourceignore` replaces the patterns of files that Flux leaves out. */
  readonly isFiltered?: true;
  /** Why a change of the folder does not reach the cluster yet, as the end of a sentence. */
  readonly heldBack?: string;
  /** Whether it deletes what is no longer in its folder; absent if that is not known. */
  readonly prunes?: boolean;
  /** Whether its objects are deleted with it; absent if that is not known. */
  readonly deletesAtEnd?: boolean;
  /** An Application leaves out `crds/` of the chart. */
  readonly skipsCrds?: true;
  /** For a HelmRelease: the fields of its HelmChart. */
  readonly chart?: unknown;
  /** The name of the Application that a set makes for it. */
  readonly made?: string;
}

/** The object of Flux or Argo CD that deploys it, also one that a set makes, in the cluster that it is in. */
export function nameOfDeployer({ manifest, made }: Pick<Delivery, 'manifest' | 'made'>): string {
  return made === undefined ? keyOfManifest(manifest) : `${keyOfManifest(manifest)} ${made}`;
}

/** The same for a delivery each time that a tree is read: a change of its deployer by others does not change it. */
export function deliveryId({ manifest: { overlay = '', file, object }, made = '', destination }: Delivery): string {
  return [overlay, file, object.kind, object.metadata.name, made, destination.by, destination.name].join(' ');
}

/** The cluster of a delivery. */
export interface Destination {
  /** How the cluster is named there; `own` is the cluster that the deployer is in. */
  readonly by: 'own' | 'server' | 'name' | 'secret';
  /** Empty for `own`. It has an expression if it is not known here. */
  readonly name: string;
}

/** Whether its deployer is one of Flux, and not of Argo CD. */
export function isOfFlux({ manifest }: Pick<Delivery, 'manifest'>): boolean {
  return groupOf(manifest.object.apiVersion) !== 'argoproj.io';
}

/** The options of Argo CD for a folder of plain manifests. */
export interface FileSelection {
  /** It has options: then a kustomization or a chart in the folder is not built. */
  readonly isAsked: boolean;
  readonly recurse: boolean;
  /** Globs of Argo CD; empty for none. */
  readonly include: string;
  readonly exclude: string;
  /** The files with the marker `SKIPPED`, as reports name them. */
  readonly skipped: ReadonlySet<string>;
}

/** Argo CD skips a file of plain manifests with this text, wherever it is. Source: `reposerver/repository/repository.go` of argoproj/argo-cd. */
export const SKIPPED = '+argocd:skip-file-rendering';

/** The cluster that a deployer is in. */
export const OWN: Destination = { by: 'own', name: '' };
/** Whether a text has no expression of a template, a variable or a pattern. */
export function isKnownText(text: string): boolean {
  return !/[{}$*]/.test(text);
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

/** The fields that change the content, without those that have no value. */
export function given(changes: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => FIELDS.has(name) && isGiven(value)));
}

/** Whether the value is a text, a list or a mapping that is not empty. */
export function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : typeof value === 'string' && value !== '';
}

/** Why a change does not reach the cluster. @param revision a fixed one */
export function heldBackBy(isSuspended: boolean, revision: string | undefined): Pick<Delivery, 'heldBack'> {
  if (isSuspended) return { heldBack: 'it is suspended' };
  return revision === undefined ? {} : { heldBack: `it deploys revision ${revision}` };
}
