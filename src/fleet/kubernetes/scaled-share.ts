/**
 * A budget of `total` clusters: a number as it is, a percentage of `total` rounded up. `undefined` for anything else, which KubeFleet
 * treats as 0. Source: apimachinery `pkg/util/intstr`, GetScaledValueFromIntOrPercent, as the rollout and the eviction controller call it.
 */
export function scaledShare(value: unknown, total: number): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  const percent = typeof value === 'string' ? /^(\d+)%$/.exec(value)?.[1] : undefined;
  return percent === undefined ? undefined : Math.ceil((total * Number(percent)) / 100);
}
