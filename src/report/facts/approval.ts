import { displayName } from '../../fleet/kubernetes/object.ts';
import { type ApprovalReport, type ApprovalResult, CONTENT_DIFFERS, type JudgedApproval } from '../../report.ts';

/** The words for each result. */
const RESULT_WORDS: Readonly<Record<ApprovalResult, string>> = {
  approved: 'approved',
  wouldApprove: 'would be approved',
  alreadyApproved: 'approved already',
  notYet: 'not approved yet: only time is missing',
  notProven: 'not approved: not proven',
  notWritten: 'not approved: not written',
  denied: 'not approved: denied',
};

/** An approval as all formats show it. Untrusted text. */
export interface ShownApproval {
  readonly tone: 'good' | 'bad' | 'open';
  readonly word: string;
  /** `ClusterApprovalRequest/release-7-after-canary, after stage canary` */
  readonly title: string;
  /** Clauses, what was not proven first. */
  readonly lines: readonly string[];
}

export function shownApprovals({ requests }: ApprovalReport): readonly ShownApproval[] {
  return requests.map(shownApproval);
}

function shownApproval({ request, stage, when, result, proven, notProven }: JudgedApproval): ShownApproval {
  return {
    tone: TONES[result],
    word: RESULT_WORDS[result],
    title: `${displayName(request)}, ${when} stage ${stage}`,
    lines: [
      ...notProven.map((clause, index) =>
        clause.startsWith(CONTENT_DIFFERS) ? clause : `${index === 0 ? FIRST[result] : 'not proven'}: ${clause}`,
      ),
      ...proven.map((clause) => `evidence: ${clause}`),
    ],
  };
}

/** What the first clause of `notProven` is about. */
const FIRST: Readonly<Record<ApprovalResult, string>> = {
  approved: 'not proven',
  wouldApprove: 'not proven',
  alreadyApproved: 'not proven',
  notYet: 'not proven yet',
  notProven: 'not proven',
  notWritten: 'not written',
  denied: 'denied',
};

const TONES: Readonly<Record<ApprovalResult, ShownApproval['tone']>> = {
  approved: 'good',
  wouldApprove: 'good',
  alreadyApproved: 'good',
  notYet: 'open',
  notProven: 'bad',
  notWritten: 'bad',
  denied: 'open',
};

/** `approvals of ClusterStagedUpdateRun/release-7`. Untrusted text. */
export function approvalsTitle({ run }: ApprovalReport): string {
  return `approvals of ${displayName(run)}`;
}

/** The word for the whole: what the command has done, in capitals. */
export function approvalWord({ requests }: ApprovalReport): string {
  const results = new Set(requests.map(({ result }) => result));
  if (results.has('wouldApprove')) return 'WOULD APPROVE';
  return results.has('approved') ? 'APPROVED' : 'APPROVED ALREADY';
}
