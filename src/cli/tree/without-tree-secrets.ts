import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Report } from '../../report.ts';
import { withEveryString } from '../../secrets/every-string.ts';
import { field, listAt, stringAt } from '../../fleet/json/json.ts';
import { isPlain } from '../../secrets/is-plain.ts';
import type { Hide } from '../../secrets/hidden.ts';
import { redacted } from '../../secrets/redacted.ts';
import { secretValues } from '../../secrets/secret-values.ts';
import { withoutWords } from '../../secrets/without-words.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import type { World } from '../../static/world/world.ts';
import { OWN_WORDS } from './own-words.ts';
import { secretHolders } from './secret-holders.ts';

/** A tree and its base. The names of the clusters are kept. */
export interface TreesOfReport {
  readonly read: ReadResult;
  readonly base?: ReadResult;
  readonly fleet?: Partial<Pick<World, 'members' | 'membersBefore'>>;
}

/**
 * The report without the values of Secrets of the tree and its base, also where a kustomization or a YAML alias copied them to another
 * field. Ordinary words and those of each report are kept, and so are names of clusters and files, and names of objects that consist of words
 * and numbers, also of objects that a placement names.
 * @param kept more words that are no secret
 */
export function withoutTreeSecrets(report: Report, trees: TreesOfReport, kept: ReadonlySet<string> = new Set()): Report {
  const hide = hiderOf([trees], (value) => !kept.has(value));
  return hide === undefined ? report : withEveryString(report, hide);
}

/** Hides the values of Secrets of the tree and its base in a text; `undefined` if there are none. */
export function treeSecretsHider(trees: TreesOfReport): ((text: string) => string) | undefined {
  return hiderOf([trees], () => true);
}

/**
 * Returns an object without confidential values, for YAML. A text with a value of a Secret that has several lines is replaced by a mark as a
 * whole: in YAML each of its lines is indented, so the value is not found there.
 */
export function markedForYaml(trees: readonly TreesOfReport[], mark: Hide): (object: unknown) => unknown {
  const hide = hiderOf(trees, (value) => value.includes('\n'));
  return (object) => {
    const shown = redacted(object, mark);
    return hide === undefined ? shown : withEveryString(shown, (text) => (hide(text) === text ? text : mark(text)));
  };
}

function hiderOf(of: readonly TreesOfReport[], isSearched: (value: string) => boolean): ((text: string) => string) | undefined {
  const trees = of.flatMap(({ read, base }) => (base === undefined ? [read] : [read, base]));
  const values = new Set(trees.flatMap(secretHolders).flatMap((holder) => [...secretValues(holder)].filter(isSearched)));
  for (const value of values) if (isPlain(value) || OWN_WORDS.has(value)) values.delete(value);
  if (values.size === 0) return undefined;
  for (const { fleet = {} } of of)
    for (const { metadata } of [...(fleet.members ?? []), ...(fleet.membersBefore ?? [])]) values.delete(metadata.name);
  for (const { manifests } of trees)
    for (const { object, file } of manifests) {
      for (const part of [file, ...file.split('/')]) values.delete(part);
      for (const name of namesIn(object)) if (WORDS.test(name)) values.delete(name);
    }
  return withoutWords(values);
}

/** The names of an object, and of those that a placement or an override names. */
function namesIn({ metadata, spec }: KubeObject): readonly string[] {
  const named = [...listAt(spec, 'resourceSelectors'), ...listAt(spec, 'clusterResourceSelectors'), field(spec, 'placement')];
  const clusters = listAt(spec, 'policy', 'clusterNames').filter((name) => typeof name === 'string');
  return [metadata.name, metadata.namespace ?? '', ...named.flatMap((each) => stringAt(each, 'name') ?? []), ...clusters];
}

/** Words and numbers, as in `shop-orders-2`. */
const WORDS = /^(?:[a-z]+|\d+)(?:[-.](?:[a-z]+|\d+))*$/;
