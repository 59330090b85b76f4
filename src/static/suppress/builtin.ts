import type { RuleFacts } from '../world/rule.ts';

/**
 * Findings that do not belong to a rule: about the text of a file, and about suppressions. They have the same facts as a rule, for
 * `explain`, the docs and SARIF. Findings about suppressions cannot be suppressed.
 */
export const BUILTIN: Readonly<Record<BuiltinId, RuleFacts>> = {
  'yaml-syntax': {
    id: 'yaml-syntax',
    summary: 'The text is no YAML that kubectl can read',
    effect: 'rejected',
    kinds: '*',
    why: 'kubectl and every GitOps controller parse a file before they send anything. A document that does not parse never reaches the hub, and with `kubectl apply -f` the documents after it do not either. What parses and is no object, such as an empty item of a List or a document without a kind, is refused as well.',
    remedy: 'Correct the syntax at the place shown; the rest of the file is checked once it parses.',
    docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/#describing-a-kubernetes-object',
  },
  'duplicate-key': {
    id: 'duplicate-key',
    summary: 'A mapping has the same key twice',
    effect: 'misbehaves',
    kinds: '*',
    why: 'One of the two values is lost, and which one depends on the reader: strict readers refuse the file, others keep the last value without a word.',
    remedy: 'Keep one of the two.',
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation',
  },
  'suppression-expired': {
    id: 'suppression-expired',
    summary: 'A suppression is past its date and no longer hides anything',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'A suppression with a date is a promise to look again. After that day (UTC) the findings it hid are reported like all others.',
    remedy: 'Fix what the suppression hid and remove it, or renew the date with a reason that still holds.',
    docs: '',
  },
  'suppression-unused': {
    id: 'suppression-unused',
    summary: 'A suppression hides nothing',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'The fault was fixed, the rule has another name, or the suppression stands in the wrong place. Left alone it would one day hide a fault nobody meant to accept.',
    remedy:
      'Remove it; or name the rule and the object as the finding does, or move the comment to the line of the finding or the line above.',
    docs: '',
  },
  'suppression-without-reason': {
    id: 'suppression-without-reason',
    summary: 'A suppression gives no reason and has no effect',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'Whoever reads the file next must be able to see whether the exception still holds. Without a reason nobody can, so the finding stays.',
    remedy: 'Write `# fleet-gate-ignore <rule>: <reason>`, or give the annotation a value.',
    docs: '',
  },
  'suppression-malformed': {
    id: 'suppression-malformed',
    summary: 'A suppression cannot be read and has no effect',
    effect: 'advice',
    severity: 'warning',
    kinds: '*',
    why: 'A suppression names one rule and, if it ends, a day as YYYY-MM-DD. One that cannot be read would otherwise look as if it worked.',
    remedy: 'Write `# fleet-gate-ignore <rule>: <reason> (until YYYY-MM-DD)`.',
    docs: '',
  },
};

export type BuiltinId = 'yaml-syntax' | 'duplicate-key' | SuppressionFindingId;
export type SuppressionFindingId = 'suppression-expired' | 'suppression-unused' | 'suppression-without-reason' | 'suppression-malformed';
