/**
 * The scheduler makes the name of each binding from the first letters of the placement's name, and that name must be a DNS label. Source:
 * `pkg/scheduler/framework/uniquename/uniquename.go`, NewBindingName. Admission accepts the placement, because object names may have dots.
 */
import { hasUnusableName, KEPT_OF_PLACEMENT } from '../../fleet/kubefleet/binding-name.ts';
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { isResolved } from '../world/resolved.ts';
import { defineRule } from '../world/rule.ts';

export const nameWithDot = defineRule<{ readonly name: string }>({
  id: 'name-with-dot',
  summary: 'The scheduler cannot process a placement with a dot in its name',
  effect: 'fails',
  kinds: PLACEMENT_KINDS,
  why: `The scheduler creates a binding for each cluster that it picks, with a name that begins with the first ${KEPT_OF_PLACEMENT} letters of the name of the placement. The name of a binding must be a DNS label, which has no dots, but the name of a placement can have them. Scheduling ends in an error that only the log of the hub agent shows, and the placement stays at SchedulePending forever.`,
  remedy: 'Write a hyphen instead of the dot. This creates a new placement.',
  docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
  message: ({ name }) =>
    `The name \`${name}\` has a dot, which is not valid in the name of a binding: the placement would stay unscheduled forever.`,
  *check(manifest) {
    const { name } = manifest.object.metadata;
    if (hasUnusableName(name) && isResolved(manifest, '/metadata/name')) yield { at: '/metadata/name', data: { name } };
  },
});
