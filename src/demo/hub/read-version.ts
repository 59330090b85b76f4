import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { isObject } from '../../fleet/json/json.ts';
import type { ServedType } from './served-types.ts';

/**
 * The object in that version of its type. KubeFleet stores v1beta1, and its conversion only changes `apiVersion`. A field that the v1
 * schema lacks is pruned from every read in v1 (KubeFleet v0.3.1 CRDs).
 */
export function readAs(type: ServedType, version: string, object: KubeObject): KubeObject {
  const apiVersion = type.group === '' ? version : `${type.group}/${version}`;
  const hidden = version === 'v1' && type.versions.includes('v1beta1') ? (HIDDEN_IN_V1[type.kind] ?? []) : [];
  const shown = hidden.reduce<unknown>((value, path) => without(value, path), object) as KubeObject;
  return { ...shown, apiVersion, kind: type.kind };
}

const STRATEGY_FIELDS = [
  ['spec', 'strategy', 'reportBackStrategy'],
  ['spec', 'strategy', 'deleteStrategy'],
] as const;

const HIDDEN_IN_V1: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ClusterResourcePlacement: STRATEGY_FIELDS,
  ResourcePlacement: STRATEGY_FIELDS,
  Work: [
    ['spec', 'reportBackStrategy'],
    ['status', 'manifestConditions', 'backReportedStatus'],
  ],
  MemberCluster: [
    ['spec', 'deleteOptions'],
    ['status', 'namespaces'],
  ],
  InternalMemberCluster: [['status', 'namespaces']],
};

/** Returns a copy without the field at the path. Lists on the path are entered. */
function without(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, path));
  const [key, ...rest] = path;
  if (key === undefined || !isObject(value) || !Object.hasOwn(value, key)) return value;
  const { [key]: child, ...others } = value;
  return rest.length === 0 ? others : { ...others, [key]: without(child, rest) };
}
