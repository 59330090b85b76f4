import type { KubeObject } from '../../fleet/object.ts';

/** What was read on members, by `memberPlace`; `undefined` where somebody gave access and the member cannot be read. */
export type MemberObjects = ReadonlyMap<string, readonly KubeObject[] | undefined>;

export const NO_MEMBER_OBJECTS: MemberObjects = new Map();

/** A namespace of a member cluster. */
export function memberPlace(cluster: string, namespace: string): string {
  return `${cluster}/${namespace}`;
}
