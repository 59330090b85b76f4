/**
 * The patch that approves a request, as the argument of `kubectl patch --subresource=status --type=merge -p`. KubeFleet accepts an approval
 * only with the request's generation, and `kubectl fleet approve` supports only cluster-scoped requests (KubeFleet
 * pkg/controllers/updaterun/execution.go).
 */
export function approvalPatch(generation = 1): string {
  const condition = `{"type":"Approved","status":"True","reason":"Approved","message":"approved","lastTransitionTime":"'$(date -u +%FT%TZ)'","observedGeneration":${String(generation)}}`;
  return `'{"status":{"conditions":[${condition}]}}'`;
}
