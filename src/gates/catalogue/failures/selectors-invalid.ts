import { onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const REMEDY: readonly string[] = [
  'Correct spec.resourceSelectors of {target} as the message says, and apply it again.',
  `For an unknown kind, install its CustomResourceDefinition on the hub first. See the kinds that the hub serves: ${onHub('api-resources')}`,
];

/**
 * All selection errors have one reason, so only the message distinguishes the causes (KubeFleet pkg/controllers/placement). An unknown kind
 * is accepted when its CRD exists.
 */
export const selectorsInvalid = defineFailure({
  id: 'selectors-invalid',
  title: 'The resource selectors are invalid',
  docs: DOCS.scheduled,
  when: [{ scope: 'placement', step: 'Scheduled', status: 'False', reasons: ['InvalidResourceSelectors'] }],
  outcome: (observation) =>
    UNKNOWN_KIND.test(observation.condition?.message ?? '') ? { kind: 'suspect', grace: 'scheduling', answered: true } : 'failed',
  explain:
    'The placement controller cannot use the selectors of {target}: an unknown kind, a kind of the wrong scope, or one object selected twice. Nothing of this generation is placed. What was placed before stays as it was.',
  details: ({ words = {} }) => ({ remedy: [...atSelector(words), ...REMEDY] }),
  remedy: REMEDY,
});

/** The step for the wrong selector, if the message names it. */
function atSelector({ selector, scoped }: Readonly<Record<string, string>>): readonly string[] {
  if (selector === undefined) return [];
  if (scoped === undefined) return ['Remove {selector} from {target}: a placement of this scope cannot pick it.'];
  return [
    'Set `selectionScope: NamespaceWithResourceSelectors` at {scoped} again: only then can {selector} pick what is in a namespace.',
    'Or remove {selector} from {target}.',
  ];
}

const UNKNOWN_KIND = /no matches for kind|failed to get GVR/;
