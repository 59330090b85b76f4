import type { HubState, Visibility } from '../../fleet/kubefleet/hub-state.ts';
import { groupOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { listed } from '../../fleet/text/listed.ts';
import { resourceSelectorsOf, type ResourceSelector } from '../../selection/resource-selector.ts';

/** Objects that selectors name and a snapshot lacks, in clauses: KubeFleet reports nothing if a selector finds nothing. */
export interface NamedObjects {
  /** Of kinds of which the files hold nothing. */
  readonly unread: readonly string[];
  /** Those that the hub does not have. */
  readonly absent: readonly string[];
}

/** @param held the objects of the snapshot */
export function namedObjects(hub: HubState, placement: KubeObject, held: readonly KubeObject[]): NamedObjects {
  const { namespace } = placement.metadata;
  const lacking = resourceSelectorsOf(placement).filter(
    ({ group, kind, name }) =>
      name !== '' && !held.some((object) => object.metadata.name === name && object.kind === kind && groupOf(object.apiVersion) === group),
  );
  const by = (why: Visibility['kind']): readonly ResourceSelector[] =>
    lacking.filter((selector) => hub.visibility(selector, namespace).kind === why);
  const unread = by('unread').map(({ kind, name }) => `${kind} ${name}`);
  const absent = by('seen').filter((selector) => !hub.list(selector, namespace).some(({ metadata }) => metadata.name === selector.name));
  const names = absent.map(({ kind, name }) => `${kind} ${name}`);
  return {
    unread: unread.length === 0 ? [] : [`selectors name ${listed(unread, 3)}, and the files have no object of that kind`],
    absent: names.length === 0 ? [] : [`selectors name ${listed(names, 3)}, and the hub has no such object`],
  };
}
