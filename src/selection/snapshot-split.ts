import type { KubeObject } from '../fleet/kubernetes/object.ts';

/** The size limit of a resource snapshot, in bytes of JSON. Source: `pkg/utils/controller/resource_snapshot_resolver.go`. */
const LIMIT = 800 * 1024;

/**
 * How many resources each snapshot of a selection holds, given the size of each resource in bytes, in the order of selection. A snapshot
 * ends before the resource that would exceed the limit. A resource that exceeds the limit by itself has its own snapshot. Each snapshot
 * becomes one Work. Source: `pkg/utils/controller/snapshot_builder.go`, SplitSelectedResources.
 */
export function splitSelected(sizes: readonly number[]): readonly number[] {
  const counts: number[] = [];
  let room = 0;
  for (const size of sizes) {
    if (counts.length === 0 || size > room) {
      counts.push(0);
      room = LIMIT;
    }
    counts.push((counts.pop() ?? 0) + 1);
    room -= size;
  }
  return counts;
}

/**
 * The size of a manifest in bytes of Go's JSON, without the fields that the hub removes. Defaults that an API server adds are not included.
 * Go writes six characters for each `<`, `>` and `&`. Source: `resource_selector_resolver.go`, generateRawContent.
 */
export function sizeOf(object: KubeObject): number {
  const text = JSON.stringify(object['status'] === undefined ? object : { ...object, status: undefined });
  const escaped = text.match(ESCAPED_BY_GO)?.length ?? 0;
  return Buffer.byteLength(text) + 5 * escaped;
}

const ESCAPED_BY_GO = /[<>&]/g;
