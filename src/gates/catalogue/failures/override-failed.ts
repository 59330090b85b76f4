import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { displayName } from '../../../fleet/kubernetes/object.ts';
import { defineFailure } from '../failure.ts';

const SHOW_THEM = 'See {overrides}, and correct the path or variable that the message names: {showOverrides}';
/** KubeFleet pkg/utils/overrider/overrider.go, FetchAllMatchingOverridesForResourceSnapshot. */
const BY_NAMESPACE =
  'It selects Namespace {byNamespace}, so it also patches everything in that namespace, {failsOn} too. To patch a single object there, use a ResourceOverride. A patch of the Namespace must fit every object in it.';
const MEND = [
  'A parent must exist before a key can be added below it. The cluster must have each label that a variable uses.',
  'Apply the corrected override. KubeFleet then tries again.',
];

/** OverriddenFailed also covers API errors; only the message distinguishes a broken override (KubeFleet pkg/controllers/workgenerator). */
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
        /ResourceOverrideSnapshot ".*" failed to apply on|missing path|doc is missing|label key .* not found on cluster|missing the closing bracket|policy is nil|error in (add|remove|replace|move|copy|test) for path|operation does not apply|invalid index|nonexistent key|not a proper array index|testing value .* failed|json: |jsonpatch|invalid character|missing value/i,
    },
  ],
  details: ({ overrides = [], words }) => {
    if (overrides.length === 0) return {};
    const hint = words?.['byNamespace'] === undefined ? [] : [BY_NAMESPACE];
    const names = listed(overrides.map(displayName), 3);
    const title = overrides.length > 1 ? `One of these overrides cannot be applied: ${names}` : `${names} cannot be applied`;
    return { title, remedy: [SHOW_THEM, ...hint, ...MEND] };
  },
  outcome: 'failed',
  explain:
    'An override that matches {cluster} cannot be applied to the selected objects. KubeFleet does not try again before the override or the content changes.',
  remedy: [
    `See the overrides, and correct the path or variable that the message names: ${onHub('get clusterresourceoverrides,resourceoverrides -A {overridesOutput}')}`,
    ...MEND,
  ],
  foundBy: [{ rule: 'override-patch-fails' }],
});
