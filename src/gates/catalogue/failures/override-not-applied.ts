import { BINDINGS, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure, type DeclaredOutcome, type Details, hasWord } from '../failure.ts';

const SHOW = `Show which overrides are in effect: ${BINDINGS}`;
const INTO_MANIFESTS = 'Or write what it changes into the manifests.';

/** The cases by the reason why the override is not on the cluster, which the observation gives. */
const CASES: Readonly<Record<string, Details & { readonly outcome: DeclaredOutcome }>> = {
  run: {
    outcome: 'failed',
    explain:
      '{object} is for what {target} places, and {cluster} has it without the override. Update runs in a namespace leave out overrides with `spec.placement.scope: Namespaced`, and no later run applies them.',
    remedy: [
      SHOW,
      'Create an override without `spec.placement`, which is for every placement of the object, and then delete {object}.',
      INTO_MANIFESTS,
    ],
    isFoundBefore: false,
  },
  envelope: {
    // On main, the binding lists such an override a moment later; on v0.3, it never does.
    outcome: { kind: 'suspect', grace: 'snapshot' },
    explain:
      '{object} is for an object in an envelope, and {cluster} has that object without the override. KubeFleet v0.3 overrides an envelope, but not what it holds.',
    remedy: [
      SHOW,
      'Place the object without an envelope, or update the hub to a version that overrides what envelopes hold.',
      INTO_MANIFESTS,
    ],
  },
  placement: {
    outcome: 'failed',
    explain:
      '{object} is for an object that {target} places, but it names another placement. {cluster} has the object without the override.',
    remedy: [
      `Compare the name and the scope with those of {target}: ${onHub('get {objectArgs} -o jsonpath="{.spec.placement}"')}`,
      '`spec.placement` cannot be changed: create an override that names {target}, and then delete {object}.',
    ],
  },
  unnoticed: {
    outcome: { kind: 'suspect', grace: 'rollout' },
    explain:
      '{object} matches {cluster} now, but did not when {cluster} was rolled out: the labels of the cluster have changed since. KubeFleet does not look at overrides again for that; the next rollout applies it. It fails only a deploy that has the MemberCluster.',
    remedy: [
      SHOW,
      'To apply it now, change something that {target} selects; an annotation is enough. Under strategy External, create a new run as well.',
      'If {cluster} should not have it, correct the labels of the cluster.',
    ],
    isFoundBefore: false,
  },
  later: {
    outcome: 'info',
    explain: '{object} was created or changed after {cluster} was rolled out. The next rollout applies it.',
    remedy: [SHOW, 'To apply it now, roll out {target} again.'],
    isFoundBefore: false,
  },
};

/** A failure only for overrides that the deploy contains: it did not break the others. */
export const overrideNotApplied = defineFailure({
  id: 'override-not-applied',
  title: 'A matching override was not applied',
  docs: DOCS.run,
  when: [{ scope: 'cluster', fact: 'override-missing' }],
  outcome: ({ words }) => (words?.['ofDeploy'] === 'true' ? (CASES[words['why'] ?? '']?.outcome ?? 'failed') : 'info'),
  details: ({ words }) => CASES[words?.['why'] ?? ''] ?? {},
  explain:
    '{object} matches {cluster}, but {cluster} has the object without it. Every condition is True. Update runs in a namespace leave out overrides with `spec.placement.scope: Namespaced`, and KubeFleet v0.3 leaves out what an envelope holds. If the override or the object is not part of this deploy, this is only reported.',
  remedy: [
    SHOW,
    'Under an update run in a namespace, create an override without `spec.placement`, and then delete {object}.',
    'If the object is in an envelope, place it without one, or update the hub to a version that overrides what envelopes hold.',
    INTO_MANIFESTS,
  ],
  foundBy: [
    { rule: 'override-enveloped', when: hasWord('why', 'envelope') },
    { rule: 'override-scope', when: hasWord('named', 'otherScope') },
    { rule: 'override-placement-missing', when: hasWord('named', 'missing') },
  ],
});
