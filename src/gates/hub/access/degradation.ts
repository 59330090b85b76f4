/** The role of a cluster for the gate. */
export type ClusterRole = 'hub' | 'member';

/** The effect on a verdict if objects of the kind cannot be read. The words follow "hence:". */
export function degradationOf(kind: string, role: ClusterRole): string {
  if (role === 'member') return 'why a workload fails there is only known from the hub';
  const plain = kind.replace(/^Cluster/, '');
  return BY_KIND[plain] ?? 'what the hub holds of it is not compared with what is rolled out';
}

/** The effects by kind, without its prefix `Cluster`. */
const BY_KIND: Readonly<Record<string, string | undefined>> = {
  ResourcePlacement: 'such a placement cannot be gated, or named as an owner',
  StagedUpdateRun: 'such an update run cannot be gated, or named as the one that rolls out a placement',
  ApprovalRequest: 'approvals that are open, or not accepted, are not named',
  ResourceSnapshot: 'it cannot be proven that the newest content is rolled out; after a while the gate assumes it',
  ResourceBinding: 'what each cluster runs is only known from the status of the placement',
  SchedulingPolicySnapshot: 'why clusters were not picked is only known from the status of the placement',
  Work: 'causes on members are only known from the status of the placement',
  MemberCluster: 'a member that is silent or about to leave is not recognised',
  ResourceOverride: 'what overrides change on clusters is not compared',
  ResourceOverrideSnapshot: 'what overrides change on clusters is not compared',
};
