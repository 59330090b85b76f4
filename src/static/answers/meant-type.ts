import { BUILT_IN_APIS, type ApiResource } from '../../fleet/kubefleet/api-resource.ts';
import { FLEET_KINDS } from '../../fleet/kubefleet/kinds.ts';
import { kindInMisspeltGroup } from '../../fleet/kubefleet/misspelt-group.ts';
import { isServed } from '../world/known-apis.ts';
import type { World } from '../world/world.ts';
import { missingKind } from './missing-kind.ts';

/**
 * The kind of KubeFleet or Kubernetes that was meant by one in a misspelt group. `undefined` if the hub may have the kind there: another
 * project, a CustomResourceDefinition or the hub's list of kinds has it.
 */
export function meantType(group: string, kind: string, world: World): ApiResource | undefined {
  if (isServed(group, kind, world)) return undefined;
  const apiVersion = `${group}/v1`;
  const fleet = kindInMisspeltGroup({ apiVersion, kind });
  const own = FLEET_KINDS.find((each) => each.kind === fleet);
  return own === undefined ? missingKind({ apiVersion, kind }, world)?.meant : BUILT_IN_APIS.find(own.group, own.kind);
}
