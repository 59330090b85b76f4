import type { KubeObject } from '../kubernetes/object.ts';

/**
 * The first member cluster with a label that Azure sets on each of its members, such as `fleet.azure.com/location`; `undefined` if none has
 * one.
 */
export function azureMember(members: Iterable<KubeObject>): string | undefined {
  for (const { metadata } of members)
    if (Object.keys(metadata.labels ?? {}).some((key) => key.startsWith('fleet.azure.com/'))) return metadata.name;
  return undefined;
}
