import type { HubListing } from '../../fleet/kubefleet/hub-state.ts';
import { isPlacement } from '../../fleet/kubefleet/kinds.ts';
import { stringAt } from '../../fleet/json/json.ts';
import { oncePer } from '../../fleet/memo/once-per.ts';
import { refOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { PlanInput } from '../../schedule/plan-context.ts';
import { hubContent, type Selectable } from '../../selection/hub-content.ts';
import { manifestRef } from '../../static/world/identity.ts';
import { makeWorld } from '../../static/world/make-world.ts';
import type { Manifest } from '../../static/world/manifest.ts';
import { overriddenOnHub, placementsOfHub } from '../../static/placing/placements-of-hub.ts';
import { placementsOfMeant } from '../../static/presence/placements-of-meant.ts';
import { picks, placementsLikelySending } from '../../static/placing/placements-of-object.ts';
import { treeParts } from '../../static/compare/tree-parts.ts';
import type { World } from '../../static/world/world.ts';
import type { RefusalsOf } from './refusals.ts';
import type { StaticInput } from './static-input.ts';

/** Splits the input into parts that are deployed together. Each part is an input with the clusters that are written in it. */
export const partsOf = oncePer((input: StaticInput): readonly [StaticInput, ...(readonly StaticInput[])] => {
  const parts = treeParts(input.read.manifests, input.base?.manifests);
  if (parts.length === 1) return [input];
  const [first = input, ...others] = parts.map((part): StaticInput => {
    const read = { ...input.read, manifests: part.manifests };
    const base = input.base && { ...input.base, manifests: part.base ?? [] };
    return { ...input, read, part, fleet: input.fleetWith(read, base), ...(base === undefined ? {} : { base }) };
  });
  return [first, ...others];
});

/** The name of a part in a report: its overlay or its folder. */
export function overlayOf(part: StaticInput['part']): { readonly overlay?: string } {
  return part?.name === undefined ? {} : { overlay: part.name };
}

/** The names of all member clusters, including those of the base. */
export function clusterNames(input: StaticInput): readonly string[] {
  const members = partsOf(input).flatMap(({ fleet }) => [...(fleet.members ?? []), ...(fleet.membersBefore ?? [])]);
  return [...new Set(members.map(({ metadata }) => metadata.name))];
}

/**
 * The manifests in the form that rules need, compared with the base and the hub if they are known. The placements of the hub that the
 * manifests act on, and the objects that their overrides change, are in it as if they were declared, but are not judged.
 */
export const worldOf = oncePer((input: StaticInput): World => {
  const ofFiles = worldWith(input, []);
  const beside = [...placementsOfHub(ofFiles), ...overriddenOnHub(ofFiles)];
  return beside.length === 0 ? ofFiles : worldWith(input, beside);
});

/** @param beside objects of the hub, which are also in the base */
function worldWith({ target, fleet, read, base, part, gates, isBase }: StaticInput, beside: readonly Manifest[]): World {
  const { members, membersBefore, assumed = [], hub, contracts, now, objects, policies = [], policiesBefore } = fleet;
  const before = base?.manifests ?? [];
  const about = part?.judged ?? (beside.length === 0 ? undefined : new Set([...read.manifests, ...before]));
  return makeWorld({
    target,
    ...(contracts === undefined ? {} : { contracts }),
    now,
    manifests: [...read.manifests, ...beside],
    notEvaluated: read.notEvaluated,
    notEvaluatedBefore: base?.notEvaluated ?? [],
    ...(about === undefined ? {} : { about }),
    decided: objects,
    base: before.length === 0 ? [] : [...before, ...beside],
    ...(members === undefined ? {} : { members }),
    ...(membersBefore === undefined ? {} : { membersBefore }),
    assumed,
    policies,
    ...(policiesBefore === undefined ? {} : { policiesBefore }),
    gates,
    ...(isBase === true ? { isBase } : {}),
    ...(part === undefined ? {} : { moved: part.moved }),
    ...(part?.partOf === undefined ? {} : { partOf: part.partOf }),
    ...(hub === undefined ? {} : { hub: hubAfter(hub, read.manifests, before) }),
  });
}

/** The placements of the hub that the manifests act on. */
function placementsBeside(input: StaticInput): readonly Manifest[] {
  return worldOf(input).manifests.filter(({ onHub, object }) => onHub === true && isPlacement(object));
}

/**
 * The input of the scheduler model; `undefined` if the member clusters are not known.
 * @param refusals what the hub refuses in the manifests
 * @param open objects that a placement selects if other parts of the tree are for its hub
 */
export function planInput(
  input: StaticInput,
  refusals: RefusalsOf,
  open: ReadonlyMap<Manifest, readonly { readonly manifest: Manifest; readonly place: string }[]> = new Map(),
): PlanInput | undefined {
  const { read, target, base, part, refusedBefore } = input;
  const { members, membersBefore, assumed = [], isOfManifests = false, objects, now, hub, contracts } = input.fleet;
  if (members === undefined) return undefined;
  const beside = input.plansHub === true ? placementsBeside(input) : [];
  const known = knownManifests(input);
  // A plan uses only the scheduler's decisions from a dump.
  const live = hub?.from === undefined ? hub : undefined;
  return {
    objects: [...read.manifests, ...beside],
    ...(part === undefined ? {} : { about: new Set([...part.judged, ...beside]), moved: part.moved }),
    members,
    ...(membersBefore === undefined ? {} : { membersBefore }),
    assumed: new Set(assumed),
    isOfManifests,
    now,
    existing: objects,
    target,
    ...(contracts === undefined ? {} : { definition: contracts.definition }),
    ...(base === undefined ? {} : { base: base.manifests }),
    ...(refusedBefore === undefined ? {} : { refusedBefore }),
    ...(live === undefined ? {} : { hub: hubAfter(live, read.manifests, base?.manifests ?? []) }),
    refused: (item) => {
      const manifest = known(item);
      return manifest === undefined ? [] : refusals(manifest);
    },
    refusedResources: refusedResources(input, refusals),
    elsewhere: (item) => {
      const manifest = known(item);
      const found = manifest === undefined ? [] : (open.get(manifest) ?? []);
      return found.map(({ manifest: other, place }) => ({ ref: manifestRef(other), place }));
    },
  };
}

/** Objects that a placement selects and that the hub refuses. */
function refusedResources(input: StaticInput, refusals: RefusalsOf): NonNullable<PlanInput['refusedResources']> {
  const { manifests } = input.read;
  const world = worldOf(input);
  const known = knownManifests(input);
  const refused = manifests.filter((manifest) => refusals(manifest).some(({ isEdit }) => !isEdit));
  return (placement) => {
    const selecting = known(placement);
    if (selecting === undefined) return [];
    // A kind that no hub serves has no known scope, so that no placement selects its objects for certain.
    const isOf = (manifest: Manifest): boolean =>
      picks(selecting, manifest, world) ||
      [...placementsLikelySending(manifest, world), ...placementsOfMeant(manifest, world)].includes(selecting);
    return refused.filter(isOf).map((manifest) => manifestRef(manifest));
  };
}

/** Finds the manifest for an object of a plan; `undefined` for other objects of the hub. */
function knownManifests(input: StaticInput): (item: unknown) => Manifest | undefined {
  const known = new Map<unknown, Manifest>([...input.read.manifests, ...placementsBeside(input)].map((manifest) => [manifest, manifest]));
  return (item) => known.get(item);
}

/** The hub after the objects that only the base has are deleted, including the kinds of deleted CustomResourceDefinitions. */
function hubAfter(hub: HubListing, head: readonly Selectable[], base: readonly Selectable[]): HubListing {
  if (base.length === 0) return hub;
  const [before, after] = [hubContent(base, hub.apis), hubContent(head, hub.apis)];
  const { apis } = hub;
  const gone = new Set(
    before
      .ofKind('apiextensions.k8s.io', 'CustomResourceDefinition')
      .filter(({ ref }) => !after.holds(ref))
      .map(({ item }) => `${stringAt(item.object, 'spec', 'group') ?? ''}/${stringAt(item.object, 'spec', 'names', 'kind') ?? ''}`),
  );
  const isRemoved = (object: KubeObject): boolean => before.holds(refOf(object)) && !after.holds(refOf(object));
  return {
    ...hub,
    objects: hub.objects.filter((object) => !isRemoved(object)),
    removed: hub.objects.filter(isRemoved),
    apis: apis && { ...apis, resources: apis.resources.filter(({ group, kind }) => !gone.has(`${group}/${kind}`)) },
  };
}
