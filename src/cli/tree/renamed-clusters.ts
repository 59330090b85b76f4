import { isDeepStrictEqual } from 'node:util';
import { isMemberCluster } from '../../fleet/kubefleet/kinds.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Manifest } from '../../static/world/manifest.ts';

/** The file of clusters of the base, under the name that it had. */
export interface RenamedClusters {
  readonly file: string;
  readonly written: readonly KubeObject[];
}

/**
 * The file of the base that the change renames to a new file of clusters: it is gone, has nothing but MemberClusters, and at least half of them
 * are the same in the new one (git takes files of that likeness as renamed too: `git diff -M` has 50 % by default). The report of a hub is not the same as
 * a manifest, whose removal deletes the cluster.
 */
export function renamedClusters(
  written: readonly KubeObject[],
  head: readonly Manifest[],
  base: readonly Manifest[],
): RenamedClusters | undefined {
  const there = new Set(head.map(({ file }) => file));
  const now = new Map(written.map((object) => [object.metadata.name, object]));
  const isSame = ({ object }: Manifest): boolean => isDeepStrictEqual(now.get(object.metadata.name), object);
  const gone = Map.groupBy(
    base.filter(({ file }) => !there.has(file)),
    ({ file }) => file,
  );
  for (const [file, all] of gone) {
    const isList = all.every(({ object, overlay }) => overlay === undefined && isMemberCluster(object));
    if (isList && all.filter(isSame).length * 2 >= all.length) return { file, written: all.map(({ object }) => object) };
  }
  return undefined;
}
