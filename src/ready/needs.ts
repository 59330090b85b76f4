import { BUILT_IN_APIS } from '../fleet/kubefleet/api-resource.ts';
import { isFleetGroup } from '../fleet/kubefleet/kinds.ts';
import type { HubState } from '../fleet/kubefleet/hub-state.ts';
import { displayName, type ObjectRef } from '../fleet/kubernetes/object.ts';
import { listed } from '../fleet/text/listed.ts';
import type { Assumption } from '../finding.ts';
import { namespaceOfCluster } from '../fleet/kubefleet/cluster-of-work.ts';
import { typeOf } from '../gates/view/seen.ts';
import type { NotChecked, ReadyReason } from '../report.ts';

/** An object that must be on clusters before the change works there. */
export interface ClusterNeed {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  /** The needed entry of a ConfigMap or Secret; absent if the object as a whole is needed. */
  readonly key?: string;
  readonly neededBy: readonly ObjectRef[];
  readonly clusters: readonly string[];
}

/** A need with those of its clusters for which the hub does not prove it. */
export interface OpenNeed {
  readonly need: ClusterNeed;
  readonly clusters: readonly string[];
}

/** What a member answered: `there`, `absent`, or why that is not known. */
export type MemberAnswer = 'there' | 'absent' | { readonly notKnown: string };

/** The answer of a member about a need; `undefined` if there is no access to the member. */
export type MemberAnswers = (cluster: string, need: ClusterNeed) => MemberAnswer | undefined;

/** Whether a needed object is on all of its clusters: it is if there is neither `reason` nor `open`. */
export interface DecidedNeed {
  readonly need: ClusterNeed;
  /** It is missing on a cluster. */
  readonly reason?: ReadyReason;
  /** Why that is not known for a cluster. */
  readonly open?: NotChecked;
}

/** Its name has the plural of the kind, which only the definition shows. */
const DEFINITION = 'CustomResourceDefinition';

/** The needs of a change for objects on clusters, and those that cannot be looked for. */
export function clusterNeeds(assumptions: readonly Assumption[]): {
  readonly needs: readonly ClusterNeed[];
  readonly notChecked: readonly NotChecked[];
} {
  const needs: ClusterNeed[] = [];
  const notChecked: NotChecked[] = [];
  for (const assumption of assumptions) {
    const { kind, namespace, name, selector, key, neededBy, clusters } = assumption;
    // What a placement selects by labels must be on the hub, and not on a cluster.
    if (selector !== undefined) continue;
    const resource = BUILT_IN_APIS.all.find((each) => each.kind === kind);
    const isUnnamed = kind === DEFINITION && name !== name.toLowerCase();
    if (resource === undefined || isFleetGroup(resource.group) || clusters.length === 0 || isUnnamed) {
      const unknown = isUnnamed ? 'the plural of the kind is not known' : `the kind ${kind} is not known here`;
      const why = clusters.length === 0 ? 'the clusters that need it are not known' : unknown;
      notChecked.push({ message: `Whether ${displayName(assumption)} is there: ${why}.` });
    } else
      needs.push({
        group: resource.group,
        version: resource.preferred,
        kind,
        name,
        neededBy,
        clusters,
        ...(namespace === undefined ? {} : { namespace }),
        ...(key === undefined ? {} : { key }),
      });
  }
  return { needs, notChecked };
}

/**
 * Decides each need by the Works of the hub, which show what a member has applied, then by the members. Objects may also reach a member
 * from elsewhere, so the hub alone never shows that one is missing.
 */
export function decidedNeeds(
  needs: readonly OpenNeed[],
  hub: Pick<HubState, 'visibility'>,
  answers: MemberAnswers,
  accessTerm: string,
): readonly DecidedNeed[] {
  return needs.map(({ need, clusters }) => {
    const answered = clusters.map((cluster) => ({ cluster, answer: asFarAsNamed(need, answers(cluster, need)) }));
    const absent = answered.filter(({ answer }) => answer === 'absent').map(({ cluster }) => cluster);
    const open = answered.filter(({ answer }) => answer !== 'absent' && answer !== 'there');
    return {
      need,
      ...(absent.length === 0 ? {} : { reason: missingReason(need, absent) }),
      ...(open.length === 0 ? {} : { open: { message: openText(need, open, hub, accessTerm) } }),
    };
  });
}

function asFarAsNamed({ kind }: ClusterNeed, answer: MemberAnswer | undefined): MemberAnswer | undefined {
  return kind === DEFINITION && answer === 'absent' ? { notKnown: 'there is none of this name, and its plural may be another' } : answer;
}

function missingReason(need: ClusterNeed, clusters: readonly string[]): ReadyReason {
  const users = listed(need.neededBy.map(displayName), 5);
  return {
    id: 'object-missing',
    effect: 'blocks',
    clusters,
    message: `${nameOf(need)} is not on ${listed(clusters, 5)}, and ${users} needs it there.`,
    remedy: `Bring ${nameOf(need)} to ${listed(clusters, 5)} before the change, or add it to the change.`,
  };
}

function openText(
  need: ClusterNeed,
  open: readonly { readonly cluster: string; readonly answer: MemberAnswer | undefined }[],
  hub: Pick<HubState, 'visibility'>,
  accessTerm: string,
): string {
  const clusters = listed(
    open.map(({ cluster }) => cluster),
    5,
  );
  const [first] = open;
  const said = first?.answer;
  const why = typeof said === 'object' ? said.notKnown : `${hubSays(need, hub)}; add ${accessTerm} to look there`;
  return `Whether ${nameOf(need)} is on ${clusters}, where ${listed(need.neededBy.map(displayName), 5)} needs it: ${why}.`;
}

function hubSays(need: ClusterNeed, hub: Pick<HubState, 'visibility'>): string {
  const isSeen = need.clusters.every((cluster) => hub.visibility(typeOf('Work'), namespaceOfCluster(cluster)).kind === 'seen');
  if (need.key !== undefined) return 'the hub does not show its entries';
  return isSeen ? 'no Work of the hub has brought it there' : 'the Works of the hub may not be read';
}

function nameOf(need: ClusterNeed): string {
  return need.key === undefined ? displayName(need) : `entry ${need.key} of ${displayName(need)}`;
}
