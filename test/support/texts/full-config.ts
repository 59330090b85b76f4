/** A configuration file that has settings of each kind. */
export const FULL_CONFIG = `target: aks
clusters: fleet/clusters.yaml
paths: [deploy]
exclude: ['**/charts/**']
failOn: warning
rules:
  schema: { severity: warning }
  reserved-namespace:
    severity: off
    options: { skipped: [team-tools] }
suppress:
  - rule: schema
    object: ClusterResourcePlacement/legacy-*
    reason: vendored
    until: 2026-12-31
gate:
  timeout: 1h30m
  onApproval: fail
  allowPartial: true
  grace: { selection: 90s, member: 2m }
`;
