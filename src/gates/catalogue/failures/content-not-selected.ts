import { HUB_PODS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, type Details } from '../failure.ts';
import { AGAIN_WHEN_GONE, HOLDS_LEAVING, WHO_DELETED } from '../leaving-object.ts';

const WRAP_IT =
  'KubeFleet never places a Pod, the ServiceAccount `default` or a Secret of type `kubernetes.io/service-account-token`. Deploy a workload, use a ServiceAccount of your own, or wrap the object in an envelope.';
/** The selectors are correct. */
const NEVER: Details = {
  title: 'KubeFleet never places such an object',
  explain:
    'The selectors of {target} pick {object}, but KubeFleet leaves it out: on each cluster, workloads create the Pods, and Kubernetes the ServiceAccount `default` and the tokens. No cluster will get this one.',
  remedy: [WRAP_IT],
};
/** A hub that can run workloads places no claims (KubeFleet pkg/utils/controller/resource_selector_resolver.go, ShouldPropagateObj). */
const CLAIM: Details = {
  title: 'The hub does not place PersistentVolumeClaims',
  explain:
    'The selectors of {target} pick {object}, but the newest resource snapshot does not hold it. A hub agent with `--enable-workload` leaves out each PersistentVolumeClaim without a message. No cluster will get it.',
  remedy: [
    'Wrap {object} in a ResourceEnvelope, which is placed with everything in it.',
    'If a StatefulSet uses it, let its volumeClaimTemplates make the claim on each cluster.',
    `Check whether the hub agent has that flag (enableWorkload of its chart): ${HUB_PODS}`,
  ],
};
const LEAVING: Details = {
  title: 'An object of the deploy is being deleted on the hub, so it is not selected',
  explain:
    '{leaving} is being deleted on the hub, which cannot be undone. KubeFleet leaves out what is being deleted: the newest resource snapshot does not hold {object}, and KubeFleet removes it from the clusters.',
  remedy: [HOLDS_LEAVING, WHO_DELETED, AGAIN_WHEN_GONE],
};
/**
 * The hub agent finds a new kind in two loops of 30 seconds: one starts to watch its objects, the other lets namespaces include it. If the
 * watch is first, the placement is resolved too early and not again (KubeFleet pkg/resourcewatcher/change_detector.go,
 * informer_populator.go).
 */
const TOUCH_IT = `If the kind of {object} came to the hub with this deploy, KubeFleet can miss its first objects until they change. This adds an annotation to {object} on the hub, which is enough of a change: ${onHub('annotate {objectArgs} --overwrite fleet-gate.dev/touched="$(date +%s)"')}`;
const COMPARE = `Compare the selectors with {object}, its kind and its labels: ${onHub('get {targetArgs} -o jsonpath="{.spec.resourceSelectors}"')}. A Namespace that is selected with NamespaceOnly brings nothing that is in it.`;
const FOLLOW_IT = 'If another placement should roll it out, follow that one too.';

/** Its kind was not read. */
const UNREAD: Details = {
  title: 'An object of the deploy is not in the resource snapshot',
  explain:
    'The newest resource snapshot does not hold {object}. Its kind was not read on the hub: either the hub does not have it, or {target} does not select it. No cluster will get it.',
  remedy: [`See whether the hub has it: ${onHub('get {objectArgs}')}`, COMPARE, FOLLOW_IT],
};

export const contentNotSelected = defineFailure({
  id: 'content-not-selected',
  title: 'An object of the deploy is not selected',
  docs: DOCS.snapshots,
  when: [{ scope: 'placement', fact: 'content-not-carried' }],
  // The snapshot shows that the object is left out. If the selectors pick it, a newer snapshot may still follow.
  outcome: (observation) => ({ kind: 'suspect', grace: 'snapshot', answered: observation.words?.['missed'] === 'true' }),
  details: ({ object, words }) => {
    if (words?.['leaving'] !== undefined) return LEAVING;
    if (object?.kind === 'PersistentVolumeClaim' && words?.['picked'] === 'true') return CLAIM;
    if (words?.['neverPlaced'] === 'true') return NEVER;
    if (words?.['unread'] === 'true') return UNREAD;
    return words?.['missed'] === 'false' ? { remedy: [COMPARE, TOUCH_IT, FOLLOW_IT] } : {};
  },
  explain:
    '{object} was deployed to the hub for {target} to place, but the newest resource snapshot does not hold it. No cluster will get it.',
  remedy: [COMPARE, FOLLOW_IT, WRAP_IT],
});
