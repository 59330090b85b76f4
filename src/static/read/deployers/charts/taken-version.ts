import { field, listAt, parseJson, stringAt } from '../../../../fleet/json/json.ts';
import { ROOM_IN_OBJECTS, roomForValues } from '../../../../fleet/text/room-for-values.ts';
import type { Manifest } from '../../../world/manifest.ts';
import { PATCHES } from '../../kustomize/kustomization.ts';

/** What a deployer takes of a source: a branch, a tag, a version, or whatever a source that is not among the manifests has. */
export interface TakenVersion {
  /** As reports name it, behind the word "deploy": `revision main`, `from GitRepository team/apps`. */
  readonly name: string;
  /** Two versions with the same text are the same. */
  readonly text: string;
  /** The name of the branch, if it may be one. */
  readonly branch?: string;
  /** The source leaves out files. */
  readonly isPart?: true;
  /** The source is not among the manifests. */
  readonly isAbsent?: true;
  /** The overlay or file of the source: those of other hubs may have the same name. */
  readonly at?: string;
}

/** A revision of git as Argo CD and others write it: a branch, a tag or a commit. Without one it is the branch that is the default. */
export function versionOf(revision: string): TakenVersion {
  const branch = revision.replace(/^refs\/heads\//, '') || 'HEAD';
  return { name: `revision ${branch}`, text: branch, branch };
}

/**
 * What a source of Flux fetches. Sources: `api/v1/gitrepository_types.go` (the order in which `spec.ref` decides, and `master` as the default),
 * `api/v1/ocirepository_types.go` and `api/v1/bucket_types.go` of fluxcd/source-controller.
 */
export function versionOfSource({ object: { kind, spec }, overlay, file }: Manifest): TakenVersion {
  const at = overlay ?? file;
  const ref = field(spec, 'ref');
  const filters = FILTERS.map((name) => field(spec, name) ?? null);
  const filtered = filters.every((value) => value === null) ? '' : ` ${JSON.stringify(filters)}`;
  const [fixed] = (kind === 'GitRepository' ? OF_GIT : OF_ARTIFACTS).flatMap((key) => {
    const value = stringAt(ref, key) ?? '';
    return value === '' ? [] : [{ key, value }];
  });
  if (kind !== 'GitRepository') {
    const place = ['url', 'endpoint', 'bucketName', 'prefix'].flatMap((key) => stringAt(spec, key) || []).join('/');
    return { at, name: `${fixed?.value ?? 'the newest version'} from ${place}`, text: JSON.stringify([kind, place, ref]) + filtered };
  }
  const { branch, ...version } = ofGit(fixed, stringAt(ref, 'branch') || 'master');
  if (filtered !== '') return { at, name: `some files of ${version.name}`, text: version.text + filtered, isPart: true };
  return { at, ...version, ...(branch === undefined ? {} : { branch }) };
}

function ofGit(fixed: { readonly key: string; readonly value: string } | undefined, branch: string): TakenVersion {
  if (fixed === undefined) return versionOf(branch);
  const { key, value } = fixed;
  if (key === 'name' && value.startsWith('refs/heads/')) return versionOf(value);
  return { name: `revision ${value}`, text: key === 'tag' ? `refs/tags/${value}` : value };
}

/** They leave out files. Those of `.sourceignore` are not known here. */
const FILTERS: readonly string[] = ['ignore', 'sparseCheckout', 'layerSelector'];
const OF_GIT: readonly string[] = ['commit', 'name', 'semver', 'tag'];
const OF_ARTIFACTS: readonly string[] = ['digest', 'semver', 'tag'];

/** What a source has that is not among the manifests. @param namespace of its deployer */
export function absentSource(reference: unknown, namespace: string | undefined): TakenVersion {
  const place = [stringAt(reference, 'namespace') ?? namespace ?? '', stringAt(reference, 'name') ?? ''].filter((part) => part !== '');
  const source = `${stringAt(reference, 'kind') ?? ''} ${place.join('/')}`;
  return { name: `from ${source}`, text: source, isAbsent: true };
}

/** The values that a variable may have in a Kustomization of Flux (`postBuild`); empty if none is among the manifests. */
export type ValuesOf = (postBuild: unknown, variable: string) => readonly string[];

/**
 * ConfigMaps are found by name: those in another namespace have the same name by chance. Each hub may have one, and any of them may be meant.
 */
export function variablesOf(manifests: readonly Manifest[]): ValuesOf {
  const inConfigMaps = (name: string, variable: string): readonly string[] =>
    manifests.flatMap(({ object }) =>
      object.kind === 'ConfigMap' && object.metadata.name === name ? (stringAt(object, 'data', variable) ?? []) : [],
    );
  return (postBuild, variable) => {
    const given = field(postBuild, 'substitute', variable);
    if (given !== undefined) return [typeof given === 'string' ? given : JSON.stringify(given)];
    const values = listAt(postBuild, 'substituteFrom').map((each) => inConfigMaps(stringAt(each, 'name') ?? '', variable));
    return values.findLast(({ length }) => length > 0) ?? [];
  };
}

/**
 * With the values of its variables. A version that deployers patch is another one if they patch it in another way.
 * @param manifest the deployer, or the source of Flux
 */
export function withVariables(version: TakenVersion, { changedBy, unresolved }: Manifest, givenBy: ValuesOf): TakenVersion {
  if (changedBy === undefined || !unresolved.some((pointer) => OF_VERSION.test(pointer))) return version;
  const changes = changedBy.map((each) => parseJson(each.changes));
  const valuesOf = (variable: string): ReadonlySet<string | undefined> =>
    new Set(
      changes.flatMap((each): readonly (string | undefined)[] => {
        const values = givenBy(field(each, 'postBuild'), variable);
        return values.length === 0 ? [undefined] : values;
      }),
    );
  const hasRoom = roomForValues(ROOM_IN_OBJECTS);
  const expanded = (text: string): string =>
    text.replaceAll(VARIABLE, (written, variable: string) => {
      const [value = written, ...others] = valuesOf(variable);
      return others.length === 0 && hasRoom(value) ? value : written;
    });
  const text = expanded(version.text);
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
  const details = version.text.includes('${')
    ? names.map((name) => [name, ...valuesOf(name)])
    : changes.map((each) => PATCHES.map((name) => field(each, name) ?? null));
  return {
    ...version,
    name: expanded(version.name),
    text: [text, ...details.map((each) => JSON.stringify(each))].join(' '),
    ...(version.branch === undefined ? {} : { branch: expanded(version.branch) }),
  };
}

/** The fields of deployers and sources that decide what is taken, and all that contain them. */
const OF_VERSION =
  /^(?:\/spec)?$|^\/spec\/(?:ref|url|endpoint|bucketName|prefix|sourceRef|source|sources|sourceHydrator|chart|generators|template|git|sync|repo|branch|revision|fetch)(?:\/|$)/;
// linear: it looks from each `${` to the next brace.
const VARIABLE = /\$\{(\w+)(?!\w)[^{}]*\}/g;
