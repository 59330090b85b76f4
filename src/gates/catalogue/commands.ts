/** Command lines more than one remedy needs, marked as code; templates over the words of `words.ts`. */
export const WORKS =
  '`kubectl -n fleet-member-{cluster} get works.placement.kubernetes-fleet.io -l kubernetes-fleet.io/parent-CRP={name} -o yaml`';
export const BINDINGS = '`kubectl get {bindings} -l kubernetes-fleet.io/parent-CRP={name} -o yaml`';
export const MEMBERS = '`kubectl get memberclusters.cluster.kubernetes-fleet.io --show-labels`';
export const MEMBER = '`kubectl get memberclusters.cluster.kubernetes-fleet.io {cluster} -o yaml`';
export const HEARTBEAT =
  '`kubectl get memberclusters.cluster.kubernetes-fleet.io {cluster} -o jsonpath="{.status.agentStatus[*].lastReceivedHeartbeat}"`';
/** Of the agents on a member. */
export const AGENT_PODS = '`kubectl -n fleet-system get pods`';
/** Of the hub's own agents; a managed hub has them out of reach, so each is a word that `words.ts` fills. */
export const HUB_LOG = '{hubLog}';
export const HUB_PODS = '{hubPods}';
export const MEMBER_LOG = '`kubectl -n fleet-system logs deployment/member-agent --all-containers`';

/** A run that ended, however it did, never starts again (KubeFleet pkg/controllers/updaterun). */
/** What is below a folder that was applied may never have been sent. */
export const NOT_RECURSIVE =
  'Where a folder was applied, see whether it stands in a folder of that one: `kubectl apply -f <folder>` leaves those out, and `kubectl apply -R -f <folder>` takes them.';
export const NEW_RUN = 'Create a new run: this one is finished.';
