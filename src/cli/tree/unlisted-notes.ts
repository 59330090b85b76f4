import { listed } from '../../fleet/text/listed.ts';
import type { ReadResult } from '../../static/read/read-result.ts';

/**
 * Files that a kustomization of the base used and none of the change uses, but that are still there. They are judged as if another step
 * applied them, so nothing of them is removed; a note says what a deployer that prunes does.
 */
export function unlistedNotes(read: ReadResult, base: ReadResult): readonly string[] {
  const alone = new Set(read.manifests.filter(({ overlay }) => overlay === undefined).map(({ file }) => file));
  const files = [...alone].filter((file) => {
    const [was, now] = [base, read].map(({ built }) => built?.users(file) ?? []);
    return was !== undefined && was.length > 0 && now?.length === 0;
  });
  if (files.length === 0) return [];
  const [it, its, is] = files.length === 1 ? ['it', 'its', 'is'] : ['they', 'their', 'are'];
  return [
    `No kustomization uses ${listed(files.toSorted(), 3, 'files')} any longer, and ${it} ${is} still there, so ${its} objects were checked as if they were still deployed. A deployer that applies the kustomization and prunes deletes them, and with a placement what it placed on clusters.`,
  ];
}
