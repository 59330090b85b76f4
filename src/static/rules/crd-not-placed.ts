/**
 * A member accepts an object of a custom kind only if the kind is defined there; otherwise the manifest cannot be decoded. Source:
 * `pkg/controllers/workapplier/preprocess.go` (`failed to find GVR from member cluster client REST mapping: no matches for kind`); seen on
 * both hubs in recordings. Members may have the definition from elsewhere, so a definition without a placement is advice.
 */
import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import { enclosedEntries, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { childPointer } from '../../fleet/json/json-pointer.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import type { Manifest } from '../world/manifest.ts';
import { isNamed, nameOf } from '../world/placements.ts';
import { placementsSending } from '../placing/placements-of-object.ts';
import { arrivalOn } from '../delivery/written-faults.ts';
import { shortfallOf, shortfallOn } from '../presence/shortfall.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';
import { withHub } from '../world/with-hub.ts';
import type { World } from '../world/world.ts';

interface Undefined {
  readonly kind: string;
  readonly definition: string;
  /** The placement that must carry it. */
  readonly placement: string;
  /** The clusters that do not get it, by name. Empty if the names are not known; `undefined` if no cluster gets it. */
  readonly clusters: readonly string[] | undefined;
  /** What keeps it away, if something does. */
  readonly because: string | undefined;
}

export const crdNotPlaced = defineRule<Undefined>({
  id: 'crd-not-placed',
  summary: 'The CustomResourceDefinition does not reach every cluster that gets its objects',
  effect: 'misbehaves',
  otherwise: { advice: 'no placement selects the definition: an operator may have installed it on the clusters' },
  kinds: '*',
  why: 'A cluster that does not have the CustomResourceDefinition cannot read an object of that kind: the manifest fails with `no matches for kind`, and the placement stays at `Applied` False. A selector for an object does not select its definition. Reported if the manifests contain the definition: as a warning if a placement places it on other clusters, as advice if no placement selects it, because an operator may have installed it.',
  remedy: 'Select the CustomResourceDefinition in a ClusterResourcePlacement that goes to the same clusters.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementapplied',
  message: ({ kind, definition, placement, clusters, because }) => {
    if (clusters === undefined)
      return `No placement selects ${definition}, and a cluster without it cannot read the ${kind} of ${placement}.`;
    const where = clusters.length === 0 ? 'all clusters' : '{clusters}';
    return `${definition} does not reach ${where}${because === undefined ? '' : ` (${because})`}, where ${placement} goes, and a cluster without it cannot read the ${kind}.`;
  },
  remedyFor: ({ definition, clusters }) =>
    clusters === undefined
      ? `Select ${definition} in a ClusterResourcePlacement, unless another tool installs it on the clusters.`
      : `Select ${definition} in a ClusterResourcePlacement that goes to the same clusters.`,
  *check(manifest, judged) {
    const custom = customObjects(manifest);
    if (custom.length === 0 || !isNamed(manifest) || !isResolved(manifest, '/kind')) return;
    const world = withHub(judged);
    const told = new Set<Manifest>();
    for (const { at, object } of custom) {
      const crd = definitions(world).get(`${groupOf(object.apiVersion)}/${object.kind}`);
      if (crd === undefined || told.has(crd)) continue;
      for (const placement of placementsSending(manifest, world)) {
        const name = nameOf(crd);
        const reference = { at, group: 'apiextensions.k8s.io', kind: 'CustomResourceDefinition', name, without: '' };
        const arrival = arrivalOn(manifest, at, placement, world);
        // An object that overrides delete needs no definition.
        if (arrival === 'nowhere' || arrival === 'open') continue;
        const shortfall = shortfallOn(arrival === 'everywhere' ? undefined : arrival.clusters, shortfallOf(reference, placement, world));
        if (shortfall?.kind !== 'unplaced' && shortfall?.kind !== 'lacking') continue;
        told.add(crd);
        const lack = shortfall.kind === 'lacking' ? shortfall : undefined;
        const clusters = lack?.clusters;
        const because = lack?.why;
        const related = [
          { manifest: placement, at: '/spec/resourceSelectors', message: `${nameOf(placement)} brings the object` },
          { manifest: crd, at: '/metadata/name', message: 'the definition' },
          ...(lack?.because ?? []),
        ];
        const data = { kind: object.kind, definition: `CustomResourceDefinition/${name}`, placement: nameOf(placement), clusters, because };
        yield {
          at: `${at}/kind`,
          data,
          related,
          ...(clusters === undefined ? {} : { clusters }),
          ...(clusters === undefined || lack?.effect === 'advice' ? { effect: 'advice' } : {}),
        };
        break;
      }
    }
  },
});

interface Placed {
  /** Pointer to the object. */
  readonly at: string;
  readonly object: KubeObject;
}

/** The objects of custom kinds that a manifest brings to clusters: itself, or the content of an envelope. */
function customObjects({ object }: Manifest): readonly Placed[] {
  const objects = isEnvelope(object)
    ? enclosedEntries(object).map(([key, inner]): Placed => ({ at: childPointer('/data', key), object: inner }))
    : [{ at: '', object }];
  return objects.filter(({ object: each }) => BUILT_IN_APIS.find(groupOf(each.apiVersion), each.kind) === undefined);
}

/**
 * The definitions in the manifests by group and kind. A kind that is defined more than once, perhaps for each environment, is not included.
 */
const definitions = oncePer((world: World): ReadonlyMap<string, Manifest> => {
  const all = world.ofKind('CustomResourceDefinition').filter((each) => isNamed(each) && isResolved(each, '/spec/group', '/spec/names'));
  const byKind = Map.groupBy(
    all,
    ({ object }) => `${stringAt(object, 'spec', 'group') ?? ''}/${stringAt(object, 'spec', 'names', 'kind') ?? ''}`,
  );
  return new Map(
    [...byKind].flatMap(([key, [first, ...others]]) => (first === undefined || others.length > 0 ? [] : [[key, first] as const])),
  );
});
