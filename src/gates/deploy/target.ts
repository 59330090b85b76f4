import { ConfigError } from '../../errors.ts';
import { fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { nearest } from '../../fleet/text/nearest.ts';
import { SHORT_NAMES } from '../../fleet/kubefleet/short-names.ts';
import { flagTerms, type Terms, whereGiven } from '../../terms.ts';
import type { ObjectRef } from '../../fleet/kubernetes/object.ts';

export const TARGET_KINDS = ['ClusterResourcePlacement', 'ResourcePlacement', 'ClusterStagedUpdateRun', 'StagedUpdateRun'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** One object the gate follows; `namespace` is present exactly for the namespaced kinds. */
export interface Target {
  readonly kind: TargetKind;
  readonly namespace?: string;
  readonly name: string;
}

/** Whether the text begins with the kind of a target, as a user types it. */
export function isTargetLike(text: string): boolean {
  return targetKind(partsOf(text)[0] ?? '') !== undefined;
}

/**
 * A target as typed: `Kind/[namespace/]name`, where Kind may also be the plural or the short name (crp, rp, csur, sur), in any case.
 * @param namespace the namespace of namespaced targets that name none
 * @throws {ConfigError} if it does not name a placement or an update run
 */
export function parseTarget(text: string, namespace?: string, terms: Terms = flagTerms): Target {
  const parts = partsOf(text);
  const kind = targetKind(parts[0] ?? '');
  if (kind === undefined) throw noSuchKind(text, parts);
  const name = parts.at(-1) ?? '';
  const namespaced = fleetKind(kind)?.namespaced === true;
  if (parts.length < 2 || parts.length > (namespaced ? 3 : 2)) {
    throw new ConfigError(`'${text}' is not a target: write ${namespaced ? `${kind}/NAMESPACE/NAME` : `${kind}/NAME`}`);
  }
  if (!namespaced) return { kind, name };
  const inNamespace = parts.length === 3 ? parts[1] : namespace;
  if (inNamespace === undefined)
    throw new ConfigError(
      `'${text}' has no namespace: write ${kind}/NAMESPACE/${name}${whereGiven(terms, ['namespace'], (term) => `, or give ${term}`)}`,
    );
  return { kind, namespace: inNamespace, name };
}

export function isTargetKind(kind: string): kind is TargetKind {
  return TARGET_KINDS.some((known) => known === kind);
}

export function targetRef(target: Target): ObjectRef {
  const version = fleetKind(target.kind)?.versions[0] ?? 'v1';
  return { apiVersion: `${PLACEMENT_GROUP}/${version}`, ...target };
}

export function targetName(target: Target): string {
  return displayName(target);
}

function noSuchKind(text: string, [word = '', ...rest]: readonly string[]): ConfigError {
  const meant = nearest(word, [...Object.keys(SHORT_NAMES), ...TARGET_KINDS]);
  const hint = meant === undefined ? '' : `; did you mean ${[meant, ...rest].join('/')}?`;
  return new ConfigError(
    `'${text}' is not a target${hint === '' ? ':' : `${hint} Or`} name a placement or an update run as KIND/[NAMESPACE/]NAME, for example crp/web or rp/shop/web`,
  );
}

function partsOf(text: string): readonly string[] {
  return text.split('/').filter((part) => part !== '');
}

/** The kind of a target by its name, plural or short name, in any case. */
export function targetKind(word: string): TargetKind | undefined {
  const lower = word.toLowerCase().split('.')[0] ?? '';
  return Object.hasOwn(SHORT_NAMES, lower)
    ? SHORT_NAMES[lower as keyof typeof SHORT_NAMES]
    : TARGET_KINDS.find((kind) => kind.toLowerCase() === lower || fleetKind(kind)?.plural === lower);
}
