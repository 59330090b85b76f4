import { posix } from 'node:path';
import { field, listAt, stringAt } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import { type Delivery, OWN } from './delivery.ts';
import { versionOf } from './taken-version.ts';

/** A kind that deploys a source, whose content is not read. */
interface OtherDeployer {
  readonly group: string;
  /** The address of a source that may be this repository; absent if the source never is. */
  readonly repository?: (spec: unknown) => string | undefined;
  /** The revision of the source, for one that may be this repository; empty for the default. */
  readonly revision?: (spec: unknown) => string;
  /** The folders of the source; empty for the whole source. */
  readonly folders?: (spec: unknown) => readonly string[];
  /** The namespace on the own cluster in which objects without one are created; absent if it deploys to other clusters. */
  readonly namespace?: (spec: unknown, own: string | undefined) => string | undefined;
  /** Whether the object has a source; default: each has. */
  readonly hasSource?: (spec: unknown) => boolean;
}

/**
 * Sources: "RootSync and RepoSync fields" of Config Sync, "Create a GitRepo Resource" and "HelmOps" of Rancher Fleet (those in `fleet-local`
 * are for the own cluster), "App CR spec" and "PackageInstall" of kapp-controller, `pkg/controllers/chart/chart.go` of k3s-io/helm-controller,
 * the FluxInstance of Flux Operator, the HelmChartProxy of cluster-api-addon-provider-helm.
 */
const OTHERS: Readonly<Record<string, OtherDeployer>> = {
  RootSync: {
    group: 'configsync.gke.io',
    repository: (spec) => stringAt(spec, 'git', 'repo'),
    revision: (spec) => stringAt(spec, 'git', 'revision') || stringAt(spec, 'git', 'branch') || '',
    folders: (spec) => [stringAt(spec, 'git', 'dir') ?? ''],
    namespace: (spec) => stringAt(spec, 'helm', 'deployNamespace') ?? stringAt(spec, 'helm', 'namespace'),
  },
  RepoSync: {
    group: 'configsync.gke.io',
    repository: (spec) => stringAt(spec, 'git', 'repo'),
    revision: (spec) => stringAt(spec, 'git', 'revision') || stringAt(spec, 'git', 'branch') || '',
    folders: (spec) => [stringAt(spec, 'git', 'dir') ?? ''],
    namespace: (_, own) => own,
  },
  GitRepo: {
    group: 'fleet.cattle.io',
    repository: (spec) => stringAt(spec, 'repo'),
    revision: (spec) => stringAt(spec, 'revision') || stringAt(spec, 'branch') || '',
    folders: (spec) => {
      const paths = listAt(spec, 'paths').filter((each) => typeof each === 'string');
      return paths.length === 0 ? [''] : paths;
    },
    namespace: (spec, own) => (own === 'fleet-local' ? stringAt(spec, 'targetNamespace') : undefined),
  },
  HelmOp: { group: 'fleet.cattle.io', namespace: (spec, own) => (own === 'fleet-local' ? stringAt(spec, 'namespace') : undefined) },
  App: {
    group: 'kappctrl.k14s.io',
    repository: (spec) => listAt(spec, 'fetch').flatMap((each) => stringAt(each, 'git', 'url') ?? [])[0],
    revision: (spec) =>
      listAt(spec, 'fetch').flatMap((each) => {
        const ref = stringAt(each, 'git', 'ref') ?? field(each, 'git', 'refSelection');
        return ref === undefined ? [] : [typeof ref === 'string' ? ref : JSON.stringify(ref)];
      })[0] ?? '',
    folders: (spec) =>
      listAt(spec, 'fetch').flatMap((each) => (field(each, 'git') === undefined ? [] : [stringAt(each, 'git', 'subPath') ?? ''])),
    namespace: ofCarvel,
    hasSource: (spec) => listAt(spec, 'fetch').some((each) => field(each, 'inline') === undefined),
  },
  PackageInstall: { group: 'packaging.carvel.dev', namespace: ofCarvel },
  HelmChart: { group: 'helm.cattle.io', namespace: (spec, own) => stringAt(spec, 'targetNamespace') ?? own },
  FluxInstance: {
    group: 'fluxcd.controlplane.io',
    repository: (spec) => stringAt(spec, 'sync', 'url'),
    revision: (spec) => stringAt(spec, 'sync', 'ref') ?? '',
    folders: (spec) => [stringAt(spec, 'sync', 'path') ?? ''],
    hasSource: (spec) => field(spec, 'sync') !== undefined,
  },
  HelmChartProxy: { group: 'addons.cluster.x-k8s.io' },
  Bundle: {
    group: 'fleet.cattle.io',
    namespace: (spec, own) =>
      own === 'fleet-local' ? (stringAt(spec, 'targetNamespace') ?? stringAt(spec, 'defaultNamespace')) : undefined,
    hasSource: () => false,
  },
};

function ofCarvel(spec: unknown, own: string | undefined): string | undefined {
  if (field(spec, 'cluster') !== undefined) return undefined;
  const into = listAt(spec, 'deploy').flatMap((each) => stringAt(each, 'kapp', 'intoNs') ?? []);
  return into[0] ?? stringAt(spec, 'defaultNamespace') ?? own;
}

/** `undefined` for an object that is not a deployer of these kinds, or has no source. */
export function otherDeployer(manifest: Manifest): OtherDeployer | undefined {
  const found = ofKind(manifest);
  return found?.hasSource?.(manifest.object['spec']) === false ? undefined : found;
}

/** The namespace on the own cluster in which an object of these kinds creates objects without one. */
export function namespaceOfOther(manifest: Manifest): string | undefined {
  return ofKind(manifest)?.namespace?.(manifest.object['spec'], manifest.namespace);
}

function ofKind({ object: { apiVersion, kind } }: Manifest): OtherDeployer | undefined {
  const found = Object.hasOwn(OTHERS, kind) ? OTHERS[kind] : undefined;
  return found?.group === groupOf(apiVersion) ? found : undefined;
}

/** What such deployers bring from repositories. */
export function deliveriesOfOthers(manifests: readonly Manifest[]): readonly Delivery[] {
  return manifests.flatMap((manifest) => {
    const found = otherDeployer(manifest);
    const { spec } = manifest.object;
    const repository = found?.repository?.(spec);
    if (found?.folders === undefined || repository === undefined) return [];
    const namespace = found.namespace?.(spec, manifest.namespace);
    const takes = [versionOf(found.revision?.(spec) ?? '')];
    return found
      .folders(spec)
      .map((path) => ({ manifest, path, repository, takes, destination: OWN, isUncertain: false, changes: {}, namespace }));
  });
}

/** The folders of this repository that such deployers bring to a cluster. @param isOwn whether a URL is the one of this repository */
export function foldersOfOthers(manifests: readonly Manifest[], isOwn: (url: string) => boolean | undefined): readonly string[] {
  return deliveriesOfOthers(manifests)
    .filter(({ repository, path }) => path !== '' && isOwn(repository ?? '') !== false)
    .map(({ path }) => posix.join('/', path).slice(1).replace(/\/$/, ''));
}
