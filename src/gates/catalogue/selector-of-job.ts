import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { Observation } from '../observations/observation.ts';
import type { Details } from './failure.ts';
import { fieldConflicts, OWN_MANAGER } from './field-conflicts.ts';
import { memberAnswer } from './member-answer.ts';

/**
 * What to say of a Job that a cluster takes once only; `undefined` of anything else. The hub agent leaves `matchLabels: {}` of the selector that the
 * hub's API server wrote (KubeFleet pkg/utils/controller/resource_selector_resolver.go, generateRawContent), and server-side apply asks for that.
 */
export function selectorOfJob({ condition, object }: Observation): Details | undefined {
  if (object?.kind !== 'Job' || groupOf(object.apiVersion) !== 'batch') return undefined;
  const answer = memberAnswer(condition?.message ?? '');
  const isConflict = fieldConflicts(answer).some(({ manager, paths }) => manager === OWN_MANAGER && paths.includes('.spec.selector'));
  return isConflict || answer.includes('spec.selector: Invalid value: {}: field is immutable') ? ASKED_ANEW : undefined;
}

const ASKED_ANEW: Details = {
  title: 'Server-side apply asks for an empty selector of the Job',
  explain:
    'KubeFleet sends a Job without the selector that the hub wrote into it, which leaves an empty one. {cluster} created {object} with a selector of its own, which a Job keeps. Each server-side apply after the first is refused, even by force, and no change of {object} arrives.',
  remedy: ['Set spec.strategy.applyStrategy.type of {target} to ClientSideApply. Every change of a Job then arrives.'],
  // Other rules find these failures where they are not of a Job.
  isFoundBefore: false,
};
