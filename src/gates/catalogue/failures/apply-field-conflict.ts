import { isControllerWritten } from '../../../fleet/kubernetes/controller-written.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { FIELD_CONFLICT, WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import { WORK_AGENT } from '../../../fleet/kubefleet/work-agent.ts';
import { fieldConflicts } from '../field-conflicts.ts';
import type { FieldConflict } from '../field-conflicts.ts';
import { memberAnswer } from '../member-answer.ts';
import { selectorOfJob } from '../selector-of-job.ts';

/**
 * Server-side apply without force (KubeFleet pkg/controllers/workapplier/apply.go, serverSideApply). KubeFleet forces past its own earlier
 * writes. It does not force if another manager has written to the object, even only to its status (shouldUseForcedServerSideApply).
 */
export const applyFieldConflict = defineFailure({
  id: 'apply-field-conflict',
  title: 'Another manager owns a field of the object',
  docs: DOCS.applied,
  when: [{ scope: 'manifest', step: 'Applied', status: 'False', reasons: WRITES, message: FIELD_CONFLICT }],
  outcome: 'failed',
  details: (observation) => {
    const { condition, object } = observation;
    const conflicts = fieldConflicts(memberAnswer(condition?.message ?? ''));
    if (conflicts.length === 0) return {};
    const isOwn = conflicts.some(({ manager }) => manager === WORK_AGENT);
    const isFoundBefore = object !== undefined && isControllerWritten(groupOf(object.apiVersion), object.kind);
    const managers = conflicts.map(({ manager }) => manager).join(' and ');
    const evidence = [...conflicts.map(conflictText), ...(isOwn ? [OWN_CONFLICT] : [])];
    return { evidence, words: { managers }, isFoundBefore, ...selectorOfJob(observation) };
  },
  explain:
    '{managers} set a field of {object} on {cluster} to another value than the deploy does. Server-side apply without force does not change fields of another manager, so every retry is refused.',
  remedy: [
    `See who manages which field: ${onMember('get {objectArgs} -o yaml --show-managed-fields')}`,
    'If the deploy should win: set spec.strategy.applyStrategy.serverSideApplyConfig.force of {target} to true. KubeFleet then takes the fields over.',
    'If the other manager should keep them: remove the fields from {object}, and deploy again.',
    'Or set spec.strategy.applyStrategy.type of {target} to ClientSideApply. KubeFleet still applies an object on the server side if it is too large for its last-applied annotation.',
  ],
  foundBy: [{ rule: 'apply-without-force', when: hasWord('applyStrategy', 'ServerSideApply') }],
});

const OWN_CONFLICT =
  "work-api-agent is KubeFleet's own member agent: it overwrites its earlier writes only while no other manager, such as a controller that writes the status, manages the object";

function conflictText({ manager, paths }: FieldConflict): string {
  return `conflict with ${manager} over ${listed(paths, 5)}`;
}
