import type { NotEvaluated } from '../../../finding.ts';
import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { isObject, parseJson } from '../../../fleet/json/json.ts';
import { OF_HELM } from '../../../static/read/deployers/delivery.ts';
import { placedContent } from '../../../static/read/kustomize/placed-content.ts';
import { SHARED_WORLD } from '../../../static/world/hub-world.ts';
import type { Manifest } from '../../../static/world/manifest.ts';
import { unevaluated } from '../../../static/world/unevaluated.ts';
import type { StaticInput } from '../static-input.ts';
import { objectKeyOf } from '../../../static/world/identity.ts';

/**
 * The objects of KubeFleet, and those that a placement may select, whose deployer changes them in another way than at the base. Their files
 * are the same, so nothing else shows the change. Values of a chart that do not decide about its objects of KubeFleet leave only content
 * unchecked, as an edit of a file with values does.
 */
export function editedDeliveries({ read, base, undeployed, unplanned }: Compared): readonly NotEvaluated[] {
  if (base === undefined) return [];
  // What only one of the trees deploys, the other one deploys in no other way.
  const before = Map.groupBy(
    base.manifests.filter((manifest) => unplanned?.has(manifest) !== true),
    keyOf,
  );
  const after = Map.groupBy(read.manifests, keyOf);
  const earlier = (manifest: Manifest): Manifest | undefined => {
    const all = ofSameBringers(before.get(keyOf(manifest)) ?? [], manifest, after.get(keyOf(manifest)) ?? []);
    const isForAny = ({ world = SHARED_WORLD }: Manifest): boolean => manifest.broughtBy === undefined || world === SHARED_WORLD;
    return all.findLast(({ world }) => world === manifest.world) ?? all.findLast(isForAny);
  };
  const isPlaced = placedContent(read.manifests);
  return read.manifests.flatMap((manifest) => {
    const was = earlier(manifest);
    if (was === undefined || undeployed?.has(manifest) === true || changesOf(was) === changesOf(manifest)) return [];
    // Content that nothing changes any more was checked as it is. What a placement no longer does is not known.
    const isContent = !isFleetObject(manifest.object);
    if (isContent && (changesOf(manifest) === '' || !isPlaced({ namespaces: [], manifests: [manifest] }))) return [];
    const [had, has] = [deployersOf(was), deployersOf(manifest)];
    const files = new Set([...had, ...has].flatMap(([text, file]) => (had.has(text) && has.has(text) ? [] : [file])));
    const isOnlyValues =
      isContent && [was, manifest].every(isOfChart) && changesOf(was, withoutValues) === changesOf(manifest, withoutValues);
    const reason = `This change edits how ${[...files].toSorted().join(', ')} changes it. The result was not checked.`;
    return [{ ...unevaluated(manifest, reason), ...(isOnlyValues ? {} : { fleetObject: true }) }];
  });
}

/**
 * The versions of an object at the base that a delivery of this one brought, else those that no delivery of the tree brings any longer: if the
 * hubs of its deliveries have no names, nothing else tells its versions apart. @param now all of the tree
 */
function ofSameBringers(was: readonly Manifest[], manifest: Manifest, now: readonly Manifest[]): readonly Manifest[] {
  const same = was.filter((each) => haveBringer(each, manifest));
  return same.length > 0 ? same : was.filter((each) => !now.some((other) => haveBringer(each, other)));
}

function haveBringer({ bringers: one }: Manifest, { bringers: other }: Manifest): boolean {
  return one !== undefined && other !== undefined && !one.isDisjointFrom(other);
}

type Compared = Pick<StaticInput, 'read' | 'base' | 'undeployed' | 'unplanned'>;

function changesOf({ changedBy = [] }: Manifest, shown = (changes: string): string => changes): string {
  return changedBy
    .map(({ changes }) => shown(changes))
    .filter((changes) => changes !== '{}')
    .toSorted()
    .join('\n');
}

/** The files of the deployers that change it, by file and changes. */
function deployersOf({ changedBy = [] }: Manifest): ReadonlyMap<string, string> {
  return new Map(changedBy.map(({ file, changes }) => [`${file} ${changes}`, file]));
}

function isOfChart({ rendered }: Manifest): boolean {
  return rendered?.command.startsWith('helm ') === true;
}

/** The name of a release is no value: another one renames what the chart makes. */
function withoutValues(changes: string): string {
  const parsed = parseJson(changes);
  const others = isObject(parsed) ? Object.entries(parsed).filter(([name]) => name === 'releaseName' || !OF_HELM.includes(name)) : [];
  return JSON.stringify(Object.fromEntries(others));
}

function keyOf(manifest: Manifest): string {
  return `${manifest.overlay ?? ''} ${objectKeyOf(manifest)}`;
}
