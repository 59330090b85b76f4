/** What the gate detects and a health check cannot, because a health check sees one object and no clock. */
export interface Unknowable {
  /** What stays unknown, as a noun phrase. */
  readonly what: string;
  /** What the health check shows meanwhile, as a sentence. */
  readonly shown: string;
  /** How the gate detects it, as a sentence. */
  readonly gate: string;
  /** Ids of the failures that the gate reports for it. */
  readonly ids: readonly string[];
}

/**
 * Each one occurs in recordings of real hubs (`test/conformance/variants/health-checks.test.ts`) and is explained in
 * `integrations/health-checks.md`.
 */
export const UNKNOWABLE: readonly Unknowable[] = [
  {
    what: 'Whether the content is that of this deploy',
    shown: 'Healthy: after a change of content a placement stays all True at its generation, on the old snapshot, for 15 to 30 seconds.',
    gate: 'It holds the deployed manifests against the resource snapshot that runs on each cluster.',
    ids: ['snapshot-not-fresh', 'content-not-selected', 'rollout-undecided', 'rollout-blocked'],
  },
  {
    what: 'Whether an update run rolled out this content or an older snapshot',
    shown: 'Healthy: a run made right after a change may take the snapshot before it, and succeeds.',
    gate: 'It reads the snapshot that the run used, and the runs that are still to come.',
    ids: ['run-rolled-out-old-snapshot', 'run-not-initialized'],
  },
  {
    what: 'Whether somebody deployed something else in the meantime',
    shown: 'Healthy, with the content of the other one.',
    gate: 'It finds the deployed objects replaced, and ends with exit code 11.',
    ids: ['superseded'],
  },
  {
    what: 'Whether the content is off the clusters that were dropped',
    shown: 'Healthy with the clusters that are kept; only the bindings of the others show that they are being cleaned.',
    gate: 'It waits until their bindings are gone.',
    ids: ['binding-deleting'],
  },
  {
    what: 'Whether an eviction of the deploy was carried out',
    shown: 'The placement is Healthy; the eviction itself has a health check of its own.',
    gate: 'It judges evictions beside the placement they are for.',
    ids: ['eviction-not-executed'],
  },
  {
    what: 'Whether a member cluster is on its way in or out',
    shown: 'Healthy, until KubeFleet has decided anew.',
    gate: 'It reads the MemberClusters and their heartbeats against the clock.',
    ids: ['member-not-joined'],
  },
];
