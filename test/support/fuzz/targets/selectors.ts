import { isDeepStrictEqual } from 'node:util';
import { type KubeObject, objectKey, refOf } from '../../../../src/fleet/kubernetes/object.ts';
import { labelSelector, matchesLabels } from '../../../../src/fleet/kubernetes/label-selector.ts';
import { hubContent } from '../../../../src/selection/hub-content.ts';
import { selectResources } from '../../../../src/selection/select-resources.ts';
import { manifestObjects } from '../corpus.ts';
import { asObject } from '../as-object.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { hostileValue, mutatedValue } from '../mutate-value.ts';

export const target: FuzzTarget = {
  name: 'selectors',
  about: 'mutated placements select among mutated objects: only existing objects, each once; a second run selects the same',
  all: 16_000,
  share: 250,
  start() {
    const objects = manifestObjects();
    const placements = objects.filter(({ kind }) => kind === 'ClusterResourcePlacement' || kind === 'ResourcePlacement');
    return Promise.resolve((random) => {
      const placement = asObject(mutatedValue(random.pick(placements), random));
      const items = random.some(0, 12, () => asObject(mutatedValue(random.pick(objects), random, 2)));
      const input = { placement, items, selector: hostileSelector(hostileValue(random)) };
      return { input, judge: () => judge(input) };
    });
  },
};

function judge({ placement, items, selector }: { placement: KubeObject; items: readonly KubeObject[]; selector: unknown }): void {
  const parsed = labelSelector(selector);
  if (parsed !== undefined && parsed.invalid === undefined) matchesLabels(parsed, { env: 'prod' });
  const content = hubContent(items.map((object) => ({ object, namespace: object.metadata.namespace })));
  const select = (): ReturnType<typeof selectResources> => selectResources({ placement, content });
  const selection = select();
  must(isDeepStrictEqual(selection, select()), 'asked twice it selects something else');
  if (selection.kind !== 'selected') return;
  const keys = selection.resources.map(({ ref }) => `${ref.apiVersion} ${objectKey(ref)}`);
  must(new Set(keys).size === keys.length, 'an object is selected twice');
  const there = new Set(items.map((object) => objectKey(refOf(object))));
  for (const { item } of selection.resources)
    must(item === undefined || there.has(objectKey(refOf(item.object))), 'something is selected that is not there');
}

function hostileSelector(value: unknown): unknown {
  return { matchLabels: value, matchExpressions: [value, { key: value, operator: 'In', values: value }, { key: 'a', operator: value }] };
}
