import { once } from '../../../fleet/memo/once.ts';
import { type Delivery, deliveryId, isKnownText } from '../deployers/delivery.ts';
import { deployedPlace } from '../../world/hub-world.ts';
import { leavesOut } from '../deployers/left-out-files.ts';
import { overlayOfDelivery } from '../deployers/overlay-of-delivery.ts';
import { isAtOrBelow } from '../files/shown-path.ts';
import { overlayName } from '../kustomize/apply-kustomizations.ts';
import { kustomizationEffectsOf } from '../kustomize/kustomization-effects.ts';
import { isReadable } from '../kustomize/kustomization.ts';
import type { BuiltTree } from '../read-result.ts';
import type { GivenValues } from '../render/charts/values-of-charts.ts';
import type { Renderable } from '../render/find-overlays.ts';
import type { AppliedTree } from './applied-tree.ts';

/** @param users of each file @param changed the files that kustomizations and charts change @param given to charts */
export function builtTree(
  tree: AppliedTree,
  { roots, bases }: { readonly roots: ReadonlySet<string>; readonly bases: ReadonlyMap<string, unknown> },
  users: BuiltTree['users'],
  changed: readonly string[],
  given: readonly GivenValues[],
): BuiltTree {
  const { kustomizations, texts, done } = tree;
  const deliveries = [...tree.deliveries, ...tree.others];
  return {
    roots,
    bases: new Set(bases.keys()),
    ...wholeAndParts(tree.found, roots),
    unparsed: once(() => [...kustomizations.values()].map(({ file }) => file).filter((file) => !isReadable(texts.get(file)))),
    ...(tree.unneeded.length === 0 ? { used: new Set([...done.flatMap(({ rendering }) => [...rendering.files]), ...changed]) } : {}),
    users,
    componentOf: componentsIn(kustomizations),
    ...deliveredIn(deliveries, tree.repository.nameOfFolder),
    links: tree.repository.links,
    mayBring: bringerOf(given),
    areDeliveriesKnown: deliveries.every(({ path, isUncertain }) => isKnownText(path) && !isUncertain),
  };
}

/** The overlays that use a file. */
export function usersOf({ done, kustomizations, asked }: AppliedTree): BuiltTree['users'] {
  const listing = once(() => kustomizationEffectsOf(kustomizations, asked));
  return (file) => {
    const listedBy = [...(listing()?.get(file)?.roots ?? [])].map(overlayName);
    return [...new Set([...listedBy, ...done.flatMap(({ overlay, rendering }) => (rendering.files.has(file) ? [overlay.name] : []))])];
  };
}

function bringerOf(given: readonly GivenValues[]): BuiltTree['mayBring'] {
  const byChart = Map.groupBy(given, ({ chart }) => overlayName(chart));
  return (release, by) => {
    const ofChart = byChart.get(deployedPlace({ overlay: release, file: '' })) ?? [];
    const id = by === undefined || by === 'others' ? undefined : deliveryId(by);
    const all = by === undefined ? ofChart : ofChart.filter(({ delivery }) => delivery === id);
    // Values that no release is listed with may be those of any.
    return all.length === 0 || all.some(({ releases }) => releases.length === 0 || releases.includes(release));
  };
}

function componentsIn(kustomizations: AppliedTree['kustomizations']): BuiltTree['componentOf'] {
  const folders = once(
    () =>
      new Map(
        [...kustomizations].flatMap(([folder, { isComponent, resources, patchFiles }]) =>
          isComponent ? [...resources, ...patchFiles].map((file) => [file, folder] as const) : [],
        ),
      ),
  );
  return (file) => folders().get(file);
}

function deliveredIn(
  deliveries: readonly Delivery[],
  nameOfFolder: (path: string) => string,
): Pick<BuiltTree, 'deliveredBy' | 'deliveries' | 'overlayOf'> {
  const known = deliveries.flatMap((delivery) => (isKnownText(delivery.path) ? [{ delivery, folder: nameOfFolder(delivery.path) }] : []));
  const around = (file: string, isMeant: (delivery: Delivery) => boolean): typeof known =>
    known.filter(
      ({ delivery, folder }) =>
        isAtOrBelow(file, folder) && isMeant(delivery) && (file === folder || !leavesOut(delivery, folder, { file })),
    );
  return {
    deliveredBy: (file, isMeant = () => true) => [...new Set(around(file, isMeant).map(({ folder }) => folder))],
    deliveries: (place) => (place === undefined ? deliveries : around(place, () => true).map(({ delivery }) => delivery)),
    overlayOf: (delivery) => overlayOfDelivery(delivery, nameOfFolder),
  };
}

function wholeAndParts(
  { kustomizations, charts, parts }: Renderable,
  roots: ReadonlySet<string>,
): Pick<BuiltTree, 'whole' | 'parts' | 'folders'> {
  const all = new Set([...kustomizations.keys(), ...charts.keys()]);
  const whole = new Set([...roots, ...[...charts.keys()].filter((directory) => !parts.has(directory))]);
  return { whole, parts: all.difference(whole), folders: whole.union(all) };
}
