/**
 * An object that two selectors of one placement select makes the whole selection invalid. Source:
 * `pkg/utils/controller/resource_selector_resolver.go`, gatherSelectedResource (`found duplicate resource`): `Scheduled` False,
 * `InvalidResourceSelectors`. No webhook and no schema checks it, not even for two equal selectors.
 */
import { PLACEMENT_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { displayName } from '../../fleet/kubernetes/object.ts';
import { selectedBy, type Selected } from '../placing/placed-objects.ts';
import { defineRule } from '../world/rule.ts';

interface Twice {
  readonly object: string;
  readonly more: number;
}

export const selectedTwice = defineRule<Twice>({
  id: 'selected-twice',
  summary: 'Two selectors of the placement pick the same object',
  effect: 'fails',
  kinds: PLACEMENT_KINDS,
  why: 'The hub refuses the whole selection if two selectors pick the same object, for example one by name and one by label: `Scheduled` is False with reason `InvalidResourceSelectors` and `found duplicate resource`. Nothing new of the placement is rolled out, while the old content stays and the other conditions stay True.',
  remedy: 'Remove one of the two selectors, or narrow them so that no object matches both.',
  docs: 'https://kubefleet.dev/docs/troubleshooting/placementscheduled',
  message: ({ object, more }) =>
    `${object}${more === 0 ? '' : ` and ${more} more`} ${more === 0 ? 'is' : 'are'} picked by two selectors of this placement, so the hub refuses its whole selection.`,
  *check(manifest, world) {
    const picked = selectedBy(manifest, world);
    const again = [...Map.groupBy(picked, keyOf).values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : others.filter(({ selector }) => selector !== first.selector).map((selected) => ({ first, selected })),
    );
    for (const [selector, pairs] of Map.groupBy(again, ({ selected }) => selected.selector)) {
      const [pair] = pairs;
      if (pair === undefined) continue;
      const { kind, name, namespace } = pair.selected;
      const object = displayName(namespace === undefined ? { kind, name } : { kind, namespace, name });
      const related = [{ manifest, at: pair.first.selector.at, message: 'the selector that picks it first' }];
      yield { at: selector.at, data: { object, more: pairs.length - 1 }, related };
    }
  },
});

function keyOf({ apiVersion, kind, name, namespace = '' }: Selected): string {
  return [apiVersion, kind, namespace, name].join('/');
}
