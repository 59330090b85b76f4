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
