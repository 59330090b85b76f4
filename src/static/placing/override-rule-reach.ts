import { termsOf } from '../../schedule/delivery/rule-choices.ts';
import { excludeEachOther, implies } from '../../schedule/reach/label-logic.ts';
import type { OverrideRule } from '../../selection/override.ts';

/** Whether a cluster can have labels that match both rules, by their terms only. */
export function canMeet(one: OverrideRule, other: OverrideRule): boolean {
  const [a, b] = [termsOf(one), termsOf(other)];
  return a.some((own) => b.some((its) => !excludeEachOther(own, its)));
}

/** Whether the second rule matches every cluster that the first one matches. */
export function isCovered(one: OverrideRule, by: OverrideRule): boolean {
  const [a, b] = [termsOf(one), termsOf(by)];
  return a.length > 0 && a.every((own) => b.some((its) => implies(own, its)));
}
