/**
 * The letters of a placement's name with which the names of its bindings begin. A dot among them is not valid there (KubeFleet
 * pkg/scheduler/framework/uniquename).
 */
export const KEPT_OF_PLACEMENT = 26;

/** Whether the scheduler can make no binding for a placement of this name. */
export function hasUnusableName(placement: string): boolean {
  return placement.slice(0, KEPT_OF_PLACEMENT).includes('.');
}
