/**
 * What approves a request, as the argument of `kubectl patch --subresource=status --type=merge -p`. KubeFleet takes an approval only with the
 * generation of the request, and `kubectl fleet approve` knows those of the cluster scope only (KubeFleet
 * pkg/controllers/updaterun/execution.go).
 */
export function approvalPatch(generation = 1): string {
  const condition = `{"type":"Approved","status":"True","reason":"Approved","message":"approved","lastTransitionTime":"'$(date -u +%FT%TZ)'","observedGeneration":${String(generation)}}`;
  return `'{"status":{"conditions":[${condition}]}}'`;
}
