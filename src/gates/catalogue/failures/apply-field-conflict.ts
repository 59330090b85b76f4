import { isControllerWritten } from '../../../fleet/kubernetes/controller-written.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { FIELD_CONFLICT, WRITES } from '../api-words.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';
import { fieldConflicts, OWN_MANAGER } from '../field-conflicts.ts';
import type { FieldConflict } from '../field-conflicts.ts';
import { memberAnswer } from '../member-answer.ts';
import { selectorOfJob } from '../selector-of-job.ts';

/**
 * Server-side apply without force (KubeFleet pkg/controllers/workapplier/apply.go, serverSideApply). KubeFleet forces past its own earlier
 * writes. It stops forcing once anybody else has written to the object, even if only to its status (shouldUseForcedServerSideApply).
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
    const isOwn = conflicts.some(({ manager }) => manager === OWN_MANAGER);
    const isFoundBefore = object !== undefined && isControllerWritten(groupOf(object.apiVersion), object.kind);
    const managers = conflicts.map(({ manager }) => manager).join(' and ');
    const evidence = [...conflicts.map(conflictText), ...(isOwn ? [OWN_CONFLICT] : [])];
    return { evidence, words: { managers }, isFoundBefore, ...selectorOfJob(observation) };
  },
  explain:
    '{managers} set a field of {object} on {cluster} that the deploy sets otherwise. Server-side apply without force changes no field of another manager, and every retry is refused alike.',
  remedy: [
    'Take the fields by force: spec.strategy.applyStrategy.serverSideApplyConfig.force: true of {target}.',
    'Or leave the fields to whoever manages them: take them out of {object}, and deploy again.',
    'Or apply otherwise: spec.strategy.applyStrategy.type ClientSideApply of {target}. An object too large for its last-applied annotation is applied on the server side even so.',
  ],
  seeAlso: 'apply-without-force',
});

const OWN_CONFLICT =
  "work-api-agent is KubeFleet's own member agent: it forces past its earlier writes only while nobody else, such as a controller that writes the status, manages the object";

const SHOWN = 5;

function conflictText({ manager, paths }: FieldConflict): string {
  return `conflict with ${manager} over ${listed(paths, SHOWN)}`;
}
