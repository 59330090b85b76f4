import { posix } from 'node:path';
import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { type Delivery, OWN } from './delivery.ts';
import { versionOf } from './charts/taken-version.ts';

/** A source of a deployer, whose content is not read. */
interface OtherSource {
  /** Its address; absent if it is never this repository. */
  readonly repository?: string | undefined;
  /** Of a source that may be this repository; empty for the default. */
  readonly revision?: string;
  /** Of the source; empty for the whole source. */
  readonly folders?: readonly string[];
}

interface OtherKind {
  readonly group: string;
  /** Default: one that is never this repository. */
  readonly sources?: (spec: unknown) => readonly OtherSource[];
  /** The namespace on the own cluster in which objects without one are created; absent if it deploys to other clusters. */
  readonly namespace?: (spec: unknown, own: string | undefined) => string | undefined;
}

/** A deployer of these kinds. */
interface OtherDeployer {
  readonly sources: readonly OtherSource[];
  /** The namespace on the own cluster in which objects without one are created. */
  readonly namespace: string | undefined;
}

/**
 * Sources: "RootSync and RepoSync fields" of Config Sync, "Create a GitRepo Resource" and "HelmOps" of Rancher Fleet (those in `fleet-local`
 * are for the own cluster), "App CR spec" and "PackageInstall" of kapp-controller, `pkg/controllers/chart/chart.go` of k3s-io/helm-controller,
 * the FluxInstance of Flux Operator, the HelmChartProxy of cluster-api-addon-provider-helm.
 */
const OTHERS: Readonly<Record<string, OtherKind>> = {
  RootSync: {
    group: 'configsync.gke.io',
    sources: ofConfigSync,
    namespace: (spec) => stringAt(spec, 'helm', 'deployNamespace') ?? stringAt(spec, 'helm', 'namespace'),
  },
  RepoSync: { group: 'configsync.gke.io', sources: ofConfigSync, namespace: (_, own) => own },
  GitRepo: {
    group: 'fleet.cattle.io',
    sources: (spec) => {
      const paths = listAt(spec, 'paths').filter((each) => typeof each === 'string');
      const revision = stringAt(spec, 'revision') || stringAt(spec, 'branch') || '';
      return [{ repository: stringAt(spec, 'repo'), revision, folders: paths.length === 0 ? [''] : paths }];
    },
    namespace: (spec, own) => (own === 'fleet-local' ? stringAt(spec, 'targetNamespace') : undefined),
  },
  HelmOp: { group: 'fleet.cattle.io', namespace: (spec, own) => (own === 'fleet-local' ? stringAt(spec, 'namespace') : undefined) },
  App: {
    group: 'kappctrl.k14s.io',
    sources: (spec) => listAt(spec, 'fetch').flatMap((each) => (field(each, 'inline') === undefined ? [ofFetch(each)] : [])),
    namespace: ofCarvel,
  },
  PackageInstall: { group: 'packaging.carvel.dev', namespace: ofCarvel },
  HelmChart: { group: 'helm.cattle.io', namespace: (spec, own) => stringAt(spec, 'targetNamespace') ?? own },
  FluxInstance: {
    group: 'fluxcd.controlplane.io',
    sources: (spec) => {
      const sync = field(spec, 'sync');
      const [revision, folders] = [stringAt(sync, 'ref') ?? '', [stringAt(sync, 'path') ?? '']];
      return sync === undefined ? [] : [{ repository: stringAt(sync, 'url'), revision, folders }];
    },
  },
  HelmChartProxy: { group: 'addons.cluster.x-k8s.io' },
  Bundle: {
    group: 'fleet.cattle.io',
    sources: () => [],
    namespace: (spec, own) =>
      own === 'fleet-local' ? (stringAt(spec, 'targetNamespace') ?? stringAt(spec, 'defaultNamespace')) : undefined,
  },
};

function ofConfigSync(spec: unknown): readonly OtherSource[] {
  const git = field(spec, 'git');
  const revision = stringAt(git, 'revision') || stringAt(git, 'branch') || '';
  return [{ repository: stringAt(git, 'repo'), revision, folders: [stringAt(git, 'dir') ?? ''] }];
}

function ofFetch(fetch: unknown): OtherSource {
  const git = field(fetch, 'git');
  const ref = stringAt(git, 'ref') ?? field(git, 'refSelection') ?? '';
  return {
    repository: stringAt(git, 'url'),
    revision: typeof ref === 'string' ? ref : JSON.stringify(ref),
    folders: git === undefined ? [] : [stringAt(git, 'subPath') ?? ''],
  };
}

function ofCarvel(spec: unknown, own: string | undefined): string | undefined {
  if (field(spec, 'cluster') !== undefined) return undefined;
  const into = listAt(spec, 'deploy').flatMap((each) => stringAt(each, 'kapp', 'intoNs') ?? []);
  return into[0] ?? stringAt(spec, 'defaultNamespace') ?? own;
}

/** `undefined` for an object that is not a deployer of these kinds, or has no source. */
export function otherDeployer(manifest: Manifest): OtherDeployer | undefined {
  const found = ofKind(manifest);
  if (found === undefined) return undefined;
  const sources = found.sources?.(manifest.object['spec']) ?? [{}];
  return sources.length === 0 ? undefined : { sources, namespace: namespaceOfOther(manifest) };
}

/** The namespace on the own cluster in which an object of these kinds creates objects without one. */
export function namespaceOfOther(manifest: Manifest): string | undefined {
  return ofKind(manifest)?.namespace?.(manifest.object['spec'], manifest.namespace);
}

function ofKind({ object: { apiVersion, kind } }: Manifest): OtherKind | undefined {
  const found = Object.hasOwn(OTHERS, kind) ? OTHERS[kind] : undefined;
  return found?.group === groupOf(apiVersion) ? found : undefined;
}

/**
 * What such deployers bring from repositories. All of them delete what is no longer in their source. Sources: "Pruning" of Config Sync, "GitRepo
 * resource" (`keepResources`) of Rancher Fleet, "App CR spec" (`noopDelete`) of kapp-controller.
 */
export function deliveriesOfOthers(manifests: readonly Manifest[]): readonly Delivery[] {
  return manifests.flatMap((manifest) => {
    const { sources, namespace } = otherDeployer(manifest) ?? { sources: [], namespace: undefined };
    return sources.flatMap(({ repository, revision = '', folders = [] }): readonly Delivery[] => {
      if (repository === undefined) return [];
      const takes = [versionOf(revision)];
      const { kind, spec } = manifest.object;
      const isRunning = field(spec, 'paused') !== true;
      const isKept = field(spec, 'keepResources') === true || field(spec, 'noopDelete') === true;
      return folders.map((path) => ({
        manifest,
        path,
        repository,
        takes,
        destination: OWN,
        isUncertain: false,
        changes: {},
        namespace,
        isFiltered: true,
        prunes: isRunning,
        deletesAtEnd: DELETING.has(kind) && isRunning && !isKept,
        ...(isRunning ? {} : { heldBack: 'it is paused' }),
      }));
    });
  });
}

/** Kinds that delete at their own end what they brought. Those of Config Sync do it if an annotation says so. */
const DELETING: ReadonlySet<string> = new Set(['GitRepo', 'App']);

/** What such deployers bring from this repository, or may: not the whole of one that may be another. @param isOwn whether a URL is the one of this repository */
export function ownDeliveriesOfOthers(manifests: readonly Manifest[], isOwn: (url: string) => boolean | undefined): readonly Delivery[] {
  return deliveriesOfOthers(manifests)
    .filter(({ repository }) => isOwn(repository ?? '') !== false)
    .map((delivery) => ({ ...delivery, path: posix.join('/', delivery.path).slice(1).replace(/\/$/, '') }))
    .filter(({ repository, path }) => path !== '' || isOwn(repository ?? '') === true);
}
