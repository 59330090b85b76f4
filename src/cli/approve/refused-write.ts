import { kindInScopeOf, fleetKind, PLACEMENT_GROUP } from '../../fleet/kubefleet/kinds.ts';
import { applyStep } from '../../gates/doctor/checks/rights.ts';
import { type RbacResource, rbacRuleFor, subjectOf } from '../../gates/hub/access/rbac-rule.ts';
import type { Reach } from '../../gates/reach.ts';
import type { ApprovalReport, DoctorReport } from '../../report.ts';

/** The rights to write that are missing, as a check of the doctor, with the role that gives them. @param refused the words of the hub */
export function refusedWrite({ run, requests, stop }: ApprovalReport, refused: string, reach: Reach): DoctorReport {
  const requestKind = kindInScopeOf(run, 'ApprovalRequest');
  const kinds = [
    ...(requests.length === 0 ? [] : [`${fleetKind(requestKind)?.plural ?? ''}/status`]),
    ...(stop === undefined ? [] : [fleetKind(run.kind)?.plural ?? '']),
  ];
  const resources = kinds.map((plural): RbacResource => ({ group: PLACEMENT_GROUP, plural, namespace: run.namespace }));
  const rule = rbacRuleFor(resources, subjectOf(refused), ['patch']);
  const asks = 'May the approval be written?';
  return {
    checks: [{ id: 'rights', title: 'rights', asks, outcome: 'failed', evidence: [refused], remedy: [applyStep(reach)] }],
    role: rule.yaml,
    roleTitle: rule.title,
  };
}
