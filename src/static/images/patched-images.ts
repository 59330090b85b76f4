import { isUnder } from '../../fleet/json/json-pointer.ts';
import type { MemberCluster } from '../../fleet/kubefleet/member-cluster.ts';
import { field } from '../../fleet/json/json.ts';
import { hasVariables, substitute } from '../../schedule/override/cluster-variables.ts';
import { overrideOf, ruleMatches, type OverrideRule, type PatchOperation } from '../../selection/override.ts';
import { knownClusters } from '../world/known-clusters.ts';
import type { Manifest } from '../world/manifest.ts';
import { overrideTargets, pickedClusters } from '../delivery/override-targets.ts';
import type { World } from '../world/world.ts';
import { imagesOfPod, type Image } from './images-of.ts';

/** An image that an override writes, as the clusters get it. */
export interface PatchedImage {
  /** Pointer into the override. */
  readonly at: string;
  /** One for each cluster if the text depends on the cluster; else one entry without a cluster. */
  readonly variants: readonly { readonly text: string; readonly cluster?: string }[];
}

/**
 * The images that an override writes into workloads: a field, a container, a list of containers, or a whole Pod. Not included: images that
 * no known cluster gets, that a later patch of the same override replaces, or that depend on unknown clusters.
 */
export function patchedImages(manifest: Manifest, world: World): readonly PatchedImage[] {
  const override = overrideOf(manifest.object, manifest.namespace);
  if (override === undefined) return [];
  const clusters = reachable(manifest, world);
  return override.rules.flatMap((rule, index) => {
    const matching = rule.terms === undefined ? [] : clusters?.filter((cluster) => ruleMatches(rule, cluster));
    if (rule.deletes || rule.terms === undefined || matching?.length === 0) return [];
    const after = override.rules.slice(index + 1).filter((later) => (matching ?? []).some((cluster) => ruleMatches(later, cluster)));
    return imagesOfRule(rule, matching, after).map(({ at, variants }) => ({
      at: `/spec/policy/overrideRules/${index}/jsonPatchOverrides/${at}`,
      variants,
    }));
  });
}

/** The known clusters that the placements of its objects pick; all clusters if that is not known. */
function reachable(manifest: Manifest, world: World): readonly MemberCluster[] | undefined {
  const picked = overrideTargets(manifest, world).map(({ placement }) => pickedClusters(placement, world));
  const known = picked.flatMap((clusters) => clusters ?? []);
  return picked.length === 0 || picked.includes(undefined) ? knownClusters(world) : [...new Set(known)];
}

function imagesOfRule(
  { operations }: OverrideRule,
  clusters: readonly MemberCluster[] | undefined,
  after: readonly OverrideRule[],
): readonly PatchedImage[] {
  const later = after.flatMap((rule) => rule.operations);
  return operations.flatMap((operation, index) => {
    if (operation.op === 'remove') return [];
    const overwriting = [...operations.slice(index + 1), ...later];
    const kept = writtenBy(operation).filter(({ path }) => !overwriting.some((other) => touches(other.path, path)));
    return kept.flatMap(({ at, text }) => {
      const variants = variantsOf(text, clusters);
      return variants.length === 0 ? [] : [{ at: `${index}/value${at}`, variants }];
    });
  });
}

/** A path that ends with `-` adds an entry and changes no other. */
function touches(path: string, written: string): boolean {
  return !path.endsWith('/-') && (isUnder(written, path) || isUnder(path, written));
}

interface Written extends Image {
  /** Pointer into the patched object. */
  readonly path: string;
}

const IMAGE = /\/(?:(?:initContainers|containers|ephemeralContainers)\/(?:\d+|-)\/image|volumes\/(?:\d+|-)\/image\/reference)$/;
const ENTRY = /\/(initContainers|containers|ephemeralContainers|volumes)\/(?:\d+|-)$/;
const LIST = /\/(initContainers|containers|ephemeralContainers|volumes)$/;
/** The paths that a patch may write to in order to write a PodSpec. */
const PODS = [
  ['/spec/jobTemplate/spec/template/spec', '/spec/jobTemplate/spec/template', '/spec/jobTemplate/spec', '/spec/jobTemplate'],
  ['/spec/template/spec', '/spec/template'],
  ['/spec'],
];

/** The images in the value of a patch, with their pointers into the value, by the path of the patch. */
function writtenBy({ path, value }: PatchOperation): readonly Written[] {
  const placed = ({ at, text }: Image): Written => ({ at, text, path: `${path}${at}` });
  if (IMAGE.test(path)) return typeof value === 'string' ? [placed({ at: '', text: value })] : [];
  const [, entry] = ENTRY.exec(path) ?? [];
  if (entry !== undefined)
    return imagesOfPod({ [entry]: [value] }, '').map(({ at, text }) => placed({ at: at.slice(`/${entry}/0`.length), text }));
  const [, list] = LIST.exec(path) ?? [];
  if (list !== undefined)
    return imagesOfPod({ [list]: value }, '').map(({ at, text }) => placed({ at: at.slice(`/${list}`.length), text }));
  return PODS.flatMap(([pod = '', ...above]) => {
    if (![pod, ...above].includes(path)) return [];
    const way = pod.slice(path.length);
    return imagesOfPod(field(value, ...way.split('/').slice(1)), way).map(placed);
  });
}

function variantsOf(text: string, clusters: readonly MemberCluster[] | undefined): PatchedImage['variants'] {
  if (!hasVariables(text)) return [{ text }];
  return (clusters ?? []).flatMap((cluster) => {
    const substituted = substitute(text, cluster);
    return substituted.kind === 'value' && typeof substituted.value === 'string'
      ? [{ text: substituted.value, cluster: cluster.name }]
      : [];
  });
}
