import type { RuleFacts } from '../world/rule.ts';

/**
 * Findings that do not belong to a rule: about the text of a file, and about suppressions. They have the same facts as a rule, for
 * `explain`, the docs and SARIF. Findings about suppressions cannot be suppressed.
 */
export const BUILTIN: Readonly<Record<BuiltinId, RuleFacts>> = {
  'yaml-syntax': {
    id: 'yaml-syntax',
    summary: 'The file is not YAML that kubectl can read',
    effect: 'rejected',
    kinds: '*',
    why: 'kubectl and every GitOps controller parse a file before they send anything. A document that does not parse never reaches the hub, and with `kubectl apply -f` the documents after it do not either. A document that is not an object, such as an empty item of a List or a document without a kind, is refused as well.',
    remedy: 'Correct the syntax at this place. The rest of the file is checked when it can be parsed.',
    docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object',
  },
  'duplicate-key': {
    id: 'duplicate-key',
    summary: 'A mapping has the same key twice',
    effect: 'misbehaves',
    kinds: '*',
    why: 'One of the two values is lost, and which one depends on the reader: strict readers refuse the file, others keep the last value without a message.',
    remedy: 'Keep one of the two.',
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  'suppression-expired': {
    id: 'suppression-expired',
    summary: 'A suppression has expired and no longer hides anything',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'A suppression with a date is valid until the end of that day (UTC). After that, its findings are reported again.',
    remedy: 'Fix what the suppression hid and remove it, or set a new date if the reason is still valid.',
    docs: '',
  },
  'suppression-unused': {
    id: 'suppression-unused',
    summary: 'A suppression does not hide any finding',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'The fault was fixed, the rule has another name, or the suppression is in the wrong place. If it stays, it can hide a new fault later.',
    remedy: 'Remove it, or use the rule and object names of the finding, or move the comment to the line of the finding or the line above.',
    docs: '',
  },
  'suppression-without-reason': {
    id: 'suppression-without-reason',
    summary: 'A suppression without a reason has no effect',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'A reason shows whether the exception is still valid. Without a reason the finding stays.',
    remedy: 'Write `# fleet-gate-ignore <rule>: <reason>`, or give the annotation a value.',
    docs: '',
  },
  'suppression-malformed': {
    id: 'suppression-malformed',
    summary: 'An invalid suppression has no effect',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'A suppression names one rule and, if it ends, a day as YYYY-MM-DD. Without this finding, an invalid suppression would seem to work.',
    remedy: 'Write `# fleet-gate-ignore <rule>: <reason> (until YYYY-MM-DD)`.',
    docs: '',
  },
};

export type BuiltinId = 'yaml-syntax' | 'duplicate-key' | SuppressionFindingId;
export type SuppressionFindingId = 'suppression-expired' | 'suppression-unused' | 'suppression-without-reason' | 'suppression-malformed';
