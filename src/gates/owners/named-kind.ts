import { BUILT_IN_APIS } from '../../fleet/kubefleet/api-resource.ts';
import type { HubState } from '../../fleet/kubefleet/hub-state.ts';
import { listAt, stringAt } from '../../fleet/json/json.ts';
import { groupOf, isKubeObject, type KubeObject } from '../../fleet/kubernetes/object.ts';
import type { AskedObject } from '../../report.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import { typeOf } from '../view/seen.ts';
import { DEFINITION } from '../../fleet/kubernetes/read-types.ts';

/**
 * The object with the kind that its word means. This is a built-in kind, one that a CustomResourceDefinition of the hub gives that name,
 * plural or short name, or one in Works and snapshots. `undefined` if the word means none of them.
 */
export function withNamedKind(hub: HubState, asked: AskedObject): AskedObject | undefined {
  if (asked.group !== undefined && BUILT_IN_APIS.find(asked.group, asked.kind) !== undefined) return asked;
  const found = [...definedKinds(hub), ...heldKinds(hub)].find(
    ({ group, names }) => (asked.group === undefined || asked.group === group) && names.includes(asked.kind.toLowerCase()),
  );
  return found && { ...asked, group: found.group, kind: found.kind };
}

interface NamedKind {
  readonly group: string;
  readonly kind: string;
  /** In lower case. */
  readonly names: readonly string[];
}

function definedKinds(hub: HubState): readonly NamedKind[] {
  return hub.list(DEFINITION).flatMap((definition) => {
    const at = (name: string): string => stringAt(definition, 'spec', 'names', name) ?? '';
    const short = listAt(definition, 'spec', 'names', 'shortNames').filter((name) => typeof name === 'string');
    const names = [at('kind'), at('plural'), at('singular'), ...short].map((name) => name.toLowerCase());
    return [{ group: stringAt(definition, 'spec', 'group') ?? '', kind: at('kind'), names }];
  });
}

function heldKinds(hub: HubState): readonly NamedKind[] {
  const ofWorks = hub.list(typeOf('Work')).flatMap((work) => listAt(work, 'spec', 'workload', 'manifests'));
  const ofSnapshots = ['ClusterResourceSnapshot', 'ResourceSnapshot'].flatMap((kind) =>
    hub.list(typeOf(kind)).flatMap((snapshot) => listAt(snapshot, 'spec', 'selectedResources')),
  );
  const held = [...ofWorks, ...ofSnapshots]
    .filter(isKubeObject)
    .flatMap((object) => (isEnvelope(object) ? [object, ...enclosedObjects(object)] : [object]));
  const kinds = new Map(held.map(({ apiVersion, kind }) => [`${groupOf(apiVersion)}/${kind}`, { group: groupOf(apiVersion), kind }]));
  return [...kinds.values()].map((each) => ({ ...each, names: spellings(each) }));
}

/** Used if the spelling of the plural is not known. */
function spellings({ kind }: Pick<KubeObject, 'kind'>): readonly string[] {
  const word = kind.toLowerCase();
  return [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')];
}
