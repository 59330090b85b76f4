import { type FleetKind, FLEET_KINDS, MAIN_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { groupOf } from '../../fleet/kubernetes/object.ts';
import { isInCrdsOfChart } from './crds-of-chart.ts';
import { isKept, isKeptByHelm } from './is-kept.ts';
import type { Manifest } from './manifest.ts';

/** KubeFleet's kind that a CustomResourceDefinition defines; `undefined` for any other object. API servers require its name. */
function kindDefinedBy({ object: { apiVersion, kind, metadata } }: Manifest): FleetKind | undefined {
  return kind === 'CustomResourceDefinition' && groupOf(apiVersion) === 'apiextensions.k8s.io' ? byName.get(metadata.name) : undefined;
}

/** The same if a deploy without the manifest may delete the definition. Then API servers delete every object of the kind. */
export function kindDeletedWith(definition: Manifest): FleetKind | undefined {
  const kind = kindDefinedBy(definition);
  return kind === undefined || isKept(definition) || isKeptByHelm(definition) || isInCrdsOfChart(definition) ? undefined : kind;
}

const byName = new Map<string, FleetKind>([...FLEET_KINDS, ...MAIN_KINDS].map((each) => [`${each.plural}.${each.group}`, each]));
