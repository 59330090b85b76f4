import type { Interest } from '../../../fleet/kubefleet/hub-state.ts';
import { isPlacementKind, PLACEMENT_GROUP } from '../../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { degradationOf } from '../../hub/access/degradation.ts';
import { preflight, type Preflight } from '../../hub/access/preflight.ts';
import { rbacRuleFor, type RbacResource, resourceOf } from '../../hub/access/rbac-rule.ts';
import { ApiError } from '../../hub/http/api-error.ts';
import { collectionPath } from '../../hub/http/resource-path.ts';
import { uniqueInterests, interestLabel } from '../../hub/interest.ts';
import { failed, type Found, ok, type Check, warning } from '../check.ts';
import type { AlsoVital, StepwiseHub } from '../stepwise-hub.ts';
import { kubectlOfHub, type Reach } from '../../reach.ts';

/** The remedy for missing permissions; `{hub}` is kubectl with what reaches the hub. */
const APPLY =
  'Save the roles of this report with their bindings as fleet-gate.yaml, and ask an administrator of the hub to apply them: `{hub} apply -f fleet-gate.yaml`.';

export function applyStep(reach: Reach): string {
  return APPLY.replaceAll('{hub}', kubectlOfHub(reach));
}

const AZURE_ROLES = 'A new role assignment on Azure takes up to ten minutes to take effect: ask again then.';

export const rights: Check = {
  id: 'rights',
  title: 'rights',
  asks: 'May all that is needed be listed and watched?',
  needs: ['kinds'],
  remedy: [APPLY],
  run: async (way) => {
    const held = await heldBy(way);
    const interests = uniqueInterests([...way.needs.interests, ...way.needs.selectedBy(held)]);
    const served = await servedOf(interests, way);
    const who = await way.identity().catch(() => undefined);
    way.keepRule(
      rbacRuleFor(
        served.map(({ resource }) => resource),
        who?.user,
      ),
    );
    try {
      const { denied } = await preflight(interests, { discovery: way.discovery(), post: way.post });
      return rightsFound(denied, served.length, held, way);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return triedLists(served, error, held, way);
    }
  },
};

/** Placements, runs and their snapshots, if they may be listed: the objects that they select and hold are read too. */
async function heldBy(way: StepwiseHub): Promise<readonly KubeObject[]> {
  const { interests, vital, snapshotsFor } = way.needs;
  const placements = interests.filter(({ group, kind }) => group === PLACEMENT_GROUP && isPlacementKind(kind));
  const held = await listed(uniqueInterests([...placements, ...vital.interests]), way);
  return [...held, ...(await listed(snapshotsFor(held), way))];
}

async function listed(interests: readonly Interest[], way: StepwiseHub): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(
    interests.map(async (interest) => {
      try {
        return (await way.list(interest)) ?? [];
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) return [];
        throw error;
      }
    }),
  );
  return lists.flat();
}

interface Served extends Interest {
  readonly resource: RbacResource;
  readonly path: string;
}

async function servedOf(interests: readonly Interest[], way: StepwiseHub): Promise<readonly Served[]> {
  const found = await Promise.all(interests.map((interest) => way.discovery().find(interest)));
  return interests.flatMap((interest, at) => {
    const answer = found[at];
    if (answer?.kind !== 'served') return [];
    const resource = resourceOf(interest, answer.resource);
    return [{ ...interest, resource, path: collectionPath(answer.resource, resource.namespace, { limit: '1' }) }];
  });
}

function rightsFound(denied: Preflight['denied'], kinds: number, held: readonly KubeObject[], way: StepwiseHub): Found {
  const also = way.needs.alsoVital(held);
  const needed = [...way.needs.vital.interests, ...also.map(({ interest }) => interest)];
  // Required kinds come first, because a reader must see them.
  const unlisted = denied
    .filter(({ verb }) => verb === 'list')
    .map(({ interest }) => interest)
    .toSorted((a, b) => Number(isOneOf(b, needed)) - Number(isOneOf(a, needed)));
  const unwatched = denied.filter(({ verb, interest }) => verb === 'watch' && !unlisted.includes(interest)).map(({ interest }) => interest);
  const evidence = [
    ...unlisted.map((interest) => `list ${interestLabel(interest)} is denied; ${consequenceOf(interest, also)}`),
    ...(unwatched.length === 0
      ? []
      : [`watch is denied, so that a wait lists again and again: ${unwatched.map(interestLabel).join(', ')}`]),
  ];
  const unknown = way.needs.unknownOf(held);
  if (evidence.length === 0)
    return ok([`all ${kinds} kinds that are needed may be listed and watched`, ...(unknown === undefined ? [] : [unknown])].join('; '));
  const apply = applyStep(way.needs.reach);
  return isVital(unlisted, also, way) ? failed('notAllowed', evidence, apply, AZURE_ROLES) : warning(evidence, apply, AZURE_ROLES);
}

function consequenceOf(denied: Interest, also: readonly AlsoVital[]): string {
  const vital = also.find(({ interest }) => isOneOf(interest, [denied]));
  return vital === undefined ? `hence: ${degradationOf(denied.kind, 'hub')}` : `only such objects ${vital.answer}`;
}

/** Whether a required kind may not be listed. */
function isVital(unlisted: readonly Interest[], also: readonly AlsoVital[], way: StepwiseHub): boolean {
  const { interests, enough } = way.needs.vital;
  const isDenied = (vital: Interest): boolean => isOneOf(vital, unlisted);
  if (also.some(({ interest }) => isDenied(interest))) return true;
  return enough === 'each' ? interests.some(isDenied) : interests.every(isDenied);
}

function isOneOf({ group, kind, namespace }: Interest, interests: readonly Interest[]): boolean {
  return interests.some((each) => each.group === group && each.kind === kind && each.namespace === namespace);
}

/** If a hub does not answer reviews, the lists themselves are requested. It is then unknown whether they may be watched. */
async function triedLists(served: readonly Served[], { status }: ApiError, held: readonly KubeObject[], way: StepwiseHub): Promise<Found> {
  const tried = await Promise.all(
    served.map(async (interest): Promise<Preflight['denied']> => {
      try {
        await way.get(interest.path);
        return [];
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 403) throw error;
        return [{ interest, verb: 'list', reason: error.message }];
      }
    }),
  );
  const found = rightsFound(tried.flat(), served.length, held, way);
  const unknown = `the hub answers no access reviews (${status}): the lists were tried, and it is not known which kinds may be watched`;
  if (found.outcome === 'ok') return warning([unknown], 'Compare the rights of this user with the roles of this report.');
  return { ...found, evidence: [...found.evidence, unknown] };
}
