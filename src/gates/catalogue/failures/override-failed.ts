import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const SHOW_THEM = 'Correct the path or variable that the message names in {overrides}: {showOverrides}';
/** KubeFleet pkg/utils/overrider/overrider.go, FetchAllMatchingOverridesForResourceSnapshot. */
const BY_NAMESPACE =
  'It selects Namespace {byNamespace}, and so patches everything that is in it, {failsOn} as well. To patch objects in it alone, use a ResourceOverride; what is to patch the Namespace must fit every object in it.';
const MEND = [
  'A parent must exist before a key can be added below it, and a label that is used must be on the cluster.',
  'Apply it; KubeFleet does not try again before the override or the content changes.',
];

/** OverriddenFailed also covers API errors; only the message tells a broken override from those (KubeFleet pkg/controllers/workgenerator). */
export const overrideFailed = defineFailure({
  id: 'override-failed',
  title: 'An override cannot be applied',
  docs: DOCS.overridden,
  when: [
    {
      scope: 'cluster',
      step: 'Overridden',
      status: 'False',
      reasons: ['OverriddenFailed', 'OverrideFailed'],
      message:
        // bounded: a message is cut at 32,768 characters.
        /ResourceOverrideSnapshot ".*" failed to apply on|missing path|doc is missing|label key .* not found on cluster|missing the closing bracket|policy is nil|override.*is not found|error in (add|remove|replace|move|copy|test) for path|operation does not apply|invalid index|nonexistent key|not a proper array index|testing value .* failed|json: |jsonpatch|invalid character|missing value/i,
    },
  ],
  details: ({ words }) => {
    const overrides = words?.['overrides'];
    if (overrides === undefined) return {};
    const hint = words?.['byNamespace'] === undefined ? [] : [BY_NAMESPACE];
    const title = overrides.includes(', ') ? `One of these overrides cannot be applied: ${overrides}` : `${overrides} cannot be applied`;
    return { title, remedy: [SHOW_THEM, ...hint, ...MEND] };
  },
  outcome: 'failed',
  explain:
    'An override that matches {cluster} cannot be applied to the selected objects; KubeFleet does not try again before the override or the content changes.',
  remedy: [
    'Correct the path or variable that the message names, in an override that matches {cluster}: `kubectl get clusterresourceoverrides.placement.kubernetes-fleet.io,resourceoverrides.placement.kubernetes-fleet.io -A -o yaml`',
    ...MEND,
  ],
  seeAlso: 'override-patch-fails',
});
