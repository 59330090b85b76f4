/**
 * The prefix of every command in a step. A command is marked as code, and starts with its cluster: `{hub}` and `{member}` are replaced by
 * kubectl with the flags for that cluster (`reach.ts`). The rest is a template with the words of `words.ts`.
 */
export function onHub(command: string): string {
  return `\`{hub} ${command}\``;
}

/** Runs on the member cluster that the step is about. */
export function onMember(command: string): string {
  return `\`{member} ${command}\``;
}

export const WORKS = onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} {worksOutput}');
/** Which objects the Works hold. */
export const WORKS_LEFT = onHub('get works.placement.kubernetes-fleet.io -n fleet-member-{cluster} -l {ofPlacement} {heldOutput}');
export const BINDINGS = onHub('get {bindings} -l kubernetes-fleet.io/parent-CRP={placementName} -o yaml');
export const SNAPSHOTS = onHub('get {snapshots} -l kubernetes-fleet.io/parent-CRP={placementName} --show-labels');
/** What envelopes hold: a snapshot lists only the envelope. */
export const ENVELOPES = onHub('get clusterresourceenvelopes,resourceenvelopes -A {envelopesOutput}');
export const MEMBERS = onHub('get memberclusters --show-labels');
export const MEMBER = onHub('get memberclusters {cluster} -o yaml');

export const HEARTBEAT = onHub('get memberclusters {cluster} -o jsonpath="{.status.agentStatus[*].lastReceivedHeartbeat}"');
export const RUNS = onHub('get {runs}');
export const AGENT_PODS = onMember('get pods -n fleet-system');
export const MEMBER_LOG = onMember('logs -n fleet-system deployment/member-agent --all-containers --tail=200');
/** Commands for the hub's own agents. They cannot be reached on a managed hub, so each is a word that `words.ts` fills. */
export const HUB_LOG = '{hubLog}';
export const HUB_PODS = '{hubPods}';

/** A step for problems that only a fault of the hub or of an agent explains. */
export const SUPPORT = supportIf('it lasts');

/** @param why as a clause */
export function supportIf(why: string): string {
  return `If ${why}, contact {support}. They will ask for the file that this command writes: \`fleet-gate snapshot {hubFlags} {targetName}\``;
}

/** After an apply of a folder, subfolders may be missing on the hub. */
export const NOT_RECURSIVE = 'If you applied a folder: `kubectl apply` leaves out the folders below it, unless you add `-R`.';
/** A run that ended, in any way, never starts again (KubeFleet pkg/controllers/updaterun). */
export const NEW_RUN = 'Then create a new run. This one has ended and does not start again.';
