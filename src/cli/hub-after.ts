import type { HubListing } from '../fleet/hub-state.ts';
import { stringAt } from '../fleet/json.ts';
import { refOf } from '../fleet/object.ts';
import { hubContent, type Selectable } from '../schedule/selection/hub-content.ts';

/** The hub once everything is deleted from it that the base had and the head has no more, CustomResourceDefinitions with their kinds. */
export function hubAfter(hub: HubListing, head: readonly Selectable[], base: readonly Selectable[]): HubListing {
  if (base.length === 0) return hub;
  const [before, after] = [hubContent(base, hub.apis), hubContent(head, hub.apis)];
  const { apis } = hub;
  const gone = new Set(
    before
      .ofKind('apiextensions.k8s.io', 'CustomResourceDefinition')
      .filter(({ ref }) => !after.holds(ref))
      .map(({ item }) => `${stringAt(item.object, 'spec', 'group') ?? ''}/${stringAt(item.object, 'spec', 'names', 'kind') ?? ''}`),
  );
  return {
    objects: hub.objects.filter((object) => !before.holds(refOf(object)) || after.holds(refOf(object))),
    apis: apis && { ...apis, resources: apis.resources.filter(({ group, kind }) => !gone.has(`${group}/${kind}`)) },
    unseen: (type, namespace) => hub.unseen(type, namespace),
  };
}
