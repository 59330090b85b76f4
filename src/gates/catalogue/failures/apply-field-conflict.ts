import { isControllerWritten } from '../../../fleet/kubernetes/controller-written.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { FIELD_CONFLICT, WRITES } from '../api-words.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, hasWord } from '../failure.ts';
import type { Details } from '../failure.ts';
import { WORK_AGENT } from '../../../fleet/kubefleet/work-agent.ts';
import { fieldConflicts } from '../field-conflicts.ts';
import type { FieldConflict } from '../field-conflicts.ts';
import { memberAnswer } from '../member-answer.ts';
import { selectorOfJob } from '../selector-of-job.ts';

const WHO = `See who manages which field: ${onMember('get {objectArgs} -o yaml --show-managed-fields')}`;
const FORCE =
  'If the deploy should win: set spec.strategy.applyStrategy.serverSideApplyConfig.force of {target} to true. KubeFleet then takes the fields over.';
const REMOVE = 'If the other manager should keep them: remove the fields from {object}, and deploy again.';
const REMOVE_OTHERS =
  'If the other manager should keep its fields: remove those from {object}, not the fields of work-api-agent, and deploy again.';
const ON_CLIENT =
  'Or set spec.strategy.applyStrategy.type of {target} to ClientSideApply. KubeFleet still applies an object on the server side if it is too large for its last-applied annotation.';

/** KubeFleet conflicts only with itself: no manifest can avoid that. */
const WITH_ITSELF: Details = {
  explain:
    "KubeFleet's own member agent ({managers}) wrote these fields of {object} on {cluster} at an earlier apply. As another manager also writes to {object}, KubeFleet does not overwrite them by force, and every retry is refused. The manifest is not wrong.",
  remedy: [
    WHO,
    'Set spec.strategy.applyStrategy.serverSideApplyConfig.force of {target} to true. KubeFleet then overwrites its earlier writes. Without that, each later change of {object} can be refused in the same way.',
    ON_CLIENT,
  ],
};

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
    return { evidence, words: { managers }, isFoundBefore, ...textsFor(conflicts), ...selectorOfJob(observation) };
  },
  explain:
    '{managers} set a field of {object} on {cluster} to another value than the deploy does. Server-side apply without force does not change fields of another manager, so every retry is refused.',
  remedy: [WHO, FORCE, REMOVE, ON_CLIENT],
  foundBy: [{ rule: 'apply-without-force', when: hasWord('applyStrategy', 'ServerSideApply') }],
});

/** A manifest can only leave out fields that another manager than KubeFleet's own agent has, and that are not required. */
function textsFor(conflicts: readonly FieldConflict[]): Details {
  const others = conflicts.filter(({ manager }) => manager !== WORK_AGENT);
  if (others.length === 0) return WITH_ITSELF;
  if (others.some(({ paths }) => paths.some((path) => REQUIRED.test(path)))) return { remedy: [WHO, FORCE, ON_CLIENT] };
  return others.length === conflicts.length ? {} : { remedy: [WHO, FORCE, REMOVE_OTHERS, ON_CLIENT] };
}

/** Fields that the API server requires of each workload, Service or list entry which has them. */
const REQUIRED = /\.(?:image|containerPort|port|mountPath|selector)$|\.selector\./;

const OWN_CONFLICT =
  "work-api-agent is KubeFleet's own member agent: it overwrites its earlier writes only while no other manager, such as a controller that writes the status, manages the object";

function conflictText({ manager, paths }: FieldConflict): string {
  return `conflict with ${manager} over ${listed(paths, 5)}`;
}
