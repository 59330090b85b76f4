/** The annotation with the time at which `fleet-gate clusters` read a MemberCluster from the hub. */
export const READ_AT = 'fleet-gate.dev/read-at';
