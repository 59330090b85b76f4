import { listAt, stringAt } from '../../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../world/manifest.ts';
import type { HubsOfManifests } from './hubs-of-manifests.ts';
import { absentSource, type TakenVersion, variablesOf, versionOfSource, withVariables } from './charts/taken-version.ts';

/** What a `sourceRef` of Flux names, as far as it is among the manifests. */
export interface FluxSource {
  /** The GitRepository; `undefined` for another kind, and if it is not among the manifests. */
  readonly repository: KubeObject | undefined;
  /** See `Delivery`. */
  readonly besides: readonly string[];
  readonly takes: readonly TakenVersion[];
  /** The fixed revision of the GitRepository; absent if it follows a branch, or if it is not known which of several is meant. */
  readonly revision?: string;
}

/**
 * Finds the source of a deployer by kind, namespace and name. If several have them, those of its own overlay are meant, then those on its
 * hub, and else it may be any of them. A namespace that is not known fits each. Sources: `api/v1/gitrepository_types.go` of fluxcd/source-controller,
 * `api/v1beta1/artifactgenerator_types.go` of fluxcd/source-watcher.
 * @param hubs without them, it is not known which hub has a source
 */
export function fluxSources(
  manifests: readonly Manifest[],
  hubs?: () => HubsOfManifests,
): (deployer: Manifest, reference: unknown) => FluxSource {
  const sources = manifests.filter(({ object }) => SOURCES.has(groupOf(object.apiVersion) ?? ''));
  const byName = Map.groupBy(sources, ({ object }) => `${object.kind}/${object.metadata.name}`);
  const inNamespace = (all: readonly Manifest[], namespace: string | undefined): readonly Manifest[] => {
    const exact = all.filter((each) => each.namespace === namespace);
    return exact.length > 0 ? exact : all.filter((each) => each.namespace === undefined || namespace === undefined);
  };
  const onItsHub = (deployer: Manifest, found: readonly Manifest[]): readonly Manifest[] => {
    if (found.length < 2 || hubs === undefined) return found;
    const [hub, ...others] = hubs().of(deployer);
    if (hub === undefined || others.length > 0) return found;
    const here = found.filter((each) => !hubs().isElsewhere(each, hub));
    return here.length > 0 ? here : found;
  };
  const sourcesAt = (deployer: Manifest, reference: unknown): readonly Manifest[] => {
    const { overlay, namespace } = deployer;
    const named = byName.get(`${stringAt(reference, 'kind') ?? ''}/${stringAt(reference, 'name') ?? ''}`) ?? [];
    const found = inNamespace(named, stringAt(reference, 'namespace') ?? namespace);
    const own = found.filter((each) => each.overlay === overlay);
    return overlay !== undefined && own.length > 0 ? own : onItsHub(deployer, found);
  };
  const generatorsOf = (namespace: string | undefined, artifact: string | undefined): readonly Manifest[] =>
    inNamespace(
      sources.filter(({ object }) => object.kind === 'ArtifactGenerator' && partsOf(object, artifact).length > 0),
      namespace,
    );
  const valuesOf = variablesOf(manifests);
  const versionsAt = (deployer: Manifest, reference: unknown): readonly TakenVersion[] => {
    if (stringAt(reference, 'name') === undefined) return [];
    const found = sourcesAt(deployer, reference);
    if (found.length === 0) return [absentSource(reference, deployer.namespace)];
    return found.map((source) => withVariables(versionOfSource(source), source, valuesOf));
  };
  return (deployer, reference) => {
    const kind = stringAt(reference, 'kind');
    if (kind === 'GitRepository') {
      const all = sourcesAt(deployer, reference).map(({ object }) => object);
      const [first, ...others] = all;
      const [revision, ...more] = new Set(all.map(revisionOf));
      const includes = all.some((each) => listAt(each, 'spec', 'include').length > 0);
      return {
        repository: first,
        besides: [...others.map(urlOf), ...(includes ? [INCLUDED] : [])],
        takes: versionsAt(deployer, reference),
        ...(revision === undefined || more.length > 0 ? {} : { revision }),
      };
    }
    const artifact = kind === 'ExternalArtifact' ? stringAt(reference, 'name') : undefined;
    const generators = artifact === undefined ? [] : generatorsOf(stringAt(reference, 'namespace') ?? deployer.namespace, artifact);
    if (generators.length === 0) return { repository: undefined, besides: [], takes: versionsAt(deployer, reference) };
    const parts = generators.flatMap((generator) => partsOf(generator.object, artifact).map((part) => ({ generator, part })));
    const repositories = parts.flatMap(({ generator, part }) =>
      stringAt(part, 'kind') === 'GitRepository' ? sourcesAt(generator, part) : [],
    );
    return {
      repository: undefined,
      besides: repositories.map(({ object }) => urlOf(object)),
      takes: parts.flatMap(({ generator, part }) => versionsAt(generator, part)),
    };
  };
}

/** The sources that an ArtifactGenerator copies into an artifact. */
function partsOf(generator: KubeObject, artifact: string | undefined): readonly unknown[] {
  const copies = listAt(generator, 'spec', 'artifacts')
    .filter((each) => stringAt(each, 'name') === artifact)
    .flatMap((each) => listAt(each, 'copy'));
  const used = new Set(copies.flatMap((copy) => /^@([^/]+)/.exec(stringAt(copy, 'from') ?? '')?.[1] ?? []));
  return listAt(generator, 'spec', 'sources').filter((source) => used.has(stringAt(source, 'alias') ?? ''));
}

/** A branch is none. */
function revisionOf(repository: KubeObject): string | undefined {
  const values = ['commit', 'tag', 'semver', 'name'].map((name) => stringAt(repository, 'spec', 'ref', name) ?? '');
  return values.find((value) => value !== '' && !value.startsWith('refs/heads/'));
}

function urlOf(repository: KubeObject): string {
  return stringAt(repository, 'spec', 'url') ?? '';
}

/** The groups of sources of Flux. */
export const SOURCES: ReadonlySet<string> = new Set(['source.toolkit.fluxcd.io', 'source.extensions.fluxcd.io']);
/** Instead of a URL. What a source includes is copied into any of its folders, also from folders of this repository. */
export const INCLUDED = 'include';
