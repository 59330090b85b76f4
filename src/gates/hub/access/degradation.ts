/** The role of a cluster for the gate. */
export type ClusterRole = 'hub' | 'member';

/** The effect on a verdict if objects of the kind cannot be read. The words follow "hence:". */
export function degradationOf(kind: string, role: ClusterRole): string {
  if (role === 'member') return 'why a workload fails there is known only as far as the hub tells it';
  const plain = kind.replace(/^Cluster/, '');
  return BY_KIND[plain] ?? 'what the hub holds of it is not compared with what is rolled out';
}

/** The effects by kind, without its prefix `Cluster`. */
const BY_KIND: Readonly<Record<string, string | undefined>> = {
  ResourcePlacement: 'such a placement can neither be gated nor named as an owner',
  StagedUpdateRun: 'such an update run cannot be gated, nor named where it rolls a placement out',
  ApprovalRequest: 'approvals that are open, or not accepted, are not named',
  ResourceSnapshot: 'that the newest content is rolled out cannot be proven, and is taken for granted after a while',
  ResourceBinding: 'what each cluster runs is known only as far as the placement tells it',
  SchedulingPolicySnapshot: 'why clusters were not picked is known only as far as the placement tells it',
  Work: 'causes on members are known only as far as the placement repeats them',
  MemberCluster: 'a member that is silent or about to leave is not recognised',
  ResourceOverride: 'what overrides change on clusters is not compared',
  ResourceOverrideSnapshot: 'what overrides change on clusters is not compared',
};
