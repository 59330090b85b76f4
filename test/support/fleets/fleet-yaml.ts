/** Manifests as people write them, in as few words as a test needs. */

/** A ClusterResourcePlacement of one namespace. */
export function placementYaml(name: string, { namespace = name, policy = '' } = {}): string {
  return `apiVersion: placement.kubernetes-fleet.io/v1
kind: ClusterResourcePlacement
metadata:
  name: ${name}
spec:
  resourceSelectors:
    - group: ""
      version: v1
      kind: Namespace
      name: ${namespace}
${policy === '' ? '' : `  policy:\n    ${policy}\n`}`;
}

export function namespaceYaml(name: string): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`;
}

/** The status that a hub reports for a member that has joined and is healthy. */
export const JOINED_STATUS = `status:
  agentStatus:
    - type: MemberAgent
      lastReceivedHeartbeat: "2026-10-31T12:00:00Z"
      conditions:
        - { type: Joined, status: "True", reason: Joined, lastTransitionTime: "2026-05-01T00:00:00Z" }
        - { type: Healthy, status: "True", reason: Healthy, lastTransitionTime: "2026-05-01T00:00:00Z" }
`;

/** A member cluster as written in a file, without a status. @param labels and `spec`: entries in braces, or further indented entries */
export function memberYaml(name: string, { labels = '{}', spec = '' } = {}): string {
  return `apiVersion: cluster.kubernetes-fleet.io/v1
kind: MemberCluster
metadata: { name: ${name}, labels: ${labels} }
spec: { identity: { kind: User, name: x }${spec} }
`;
}

/** Members that have joined and are healthy, as a hub returns them. */
export function joinedMembers(...names: readonly string[]): string {
  return names.map((name) => memberYaml(name) + JOINED_STATUS).join('---\n');
}
