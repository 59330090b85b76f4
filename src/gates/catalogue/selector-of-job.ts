import { groupOf } from '../../fleet/kubernetes/object.ts';
import type { Observation } from '../observations/observation.ts';
import type { Details } from './failure.ts';
import { WORK_AGENT } from '../../fleet/kubefleet/work-agent.ts';
import { fieldConflicts } from './field-conflicts.ts';
import { memberAnswer } from './member-answer.ts';

/**
 * The details of a Job that a cluster accepts only once; `undefined` for any other object. The hub's API server writes the Job's selector,
 * of which the hub agent leaves `matchLabels: {}` (KubeFleet pkg/utils/controller/resource_selector_resolver.go, generateRawContent).
 * Server-side apply then requests that empty value.
 */
export function selectorOfJob({ condition, object }: Observation): Details | undefined {
  if (object?.kind !== 'Job' || groupOf(object.apiVersion) !== 'batch') return undefined;
  const answer = memberAnswer(condition?.message ?? '');
  const isConflict = fieldConflicts(answer).some(({ manager, paths }) => manager === WORK_AGENT && paths.includes('.spec.selector'));
  return isConflict || answer.includes('spec.selector: Invalid value: {}: field is immutable') ? ASKED_ANEW : undefined;
}

const ASKED_ANEW: Details = {
  title: 'Server-side apply asks for an empty selector of the Job',
  explain:
    'KubeFleet sends a Job without the selector that the hub wrote into it, which leaves an empty one. {cluster} created {object} with a selector of its own, which a Job keeps. Each server-side apply after the first is refused, even by force, and no change of {object} arrives.',
  remedy: ['Set spec.strategy.applyStrategy.type of {target} to ClientSideApply. Every change of a Job then arrives.'],
  // For other objects than Jobs, other rules find these failures.
  isFoundBefore: false,
};
