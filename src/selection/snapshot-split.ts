import type { KubeObject } from '../fleet/kubernetes/object.ts';

/** The most a resource snapshot holds, in bytes of JSON. Source: `pkg/utils/controller/resource_snapshot_resolver.go`. */
const LIMIT = 800 * 1024;

/**
 * How many resources each snapshot of a selection holds, given the size of each in bytes, in the order of selection. A snapshot ends before
 * the resource that would not fit. A resource that is too big by itself has a snapshot of its own. Each snapshot becomes a Work of its own.
 * Source: `pkg/utils/controller/snapshot_builder.go`, SplitSelectedResources.
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
 * The size of a manifest as Go writes it in JSON, in bytes, without what the hub strips; defaults that an API server fills in come on top. Go
 * writes six characters for each `<`, `>` and `&`. Source: `resource_selector_resolver.go`, generateRawContent.
 */
export function sizeOf({ status: _status, ...object }: KubeObject): number {
  const text = JSON.stringify(object);
  const escaped = text.match(ESCAPED_BY_GO)?.length ?? 0;
  return Buffer.byteLength(text) + 5 * escaped;
}

const ESCAPED_BY_GO = /[<>&]/g;
