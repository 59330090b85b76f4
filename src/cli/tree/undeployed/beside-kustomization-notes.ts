import { isFleetObject } from '../../../fleet/kubefleet/fleet-object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { directoryOf } from '../../../static/read/kustomize/kustomization.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import { appliedBy, type Scripts } from './undeployed.ts';

/**
 * Notes about files with objects of KubeFleet that the change adds or edits beside a kustomization, and that no kustomization lists. They are
 * checked as if something else applied them.
 */
export function besideKustomizationNotes(read: ReadResult, base: ReadResult, scripts: Scripts): readonly string[] {
  const { built } = read;
  if (built === undefined) return [];
  const folders = built.whole.union(built.parts);
  const isApplied = appliedBy(scripts, built);
  const isChanged = (file: string): boolean => read.texts?.get(file) !== base.texts?.get(file);
  const files = new Set(
    read.manifests.filter(({ object, overlay }) => overlay === undefined && isFleetObject(object)).map(({ file }) => file),
  );
  const found = [...files].filter(
    (file) =>
      folders.has(directoryOf(file)) &&
      built.users(file).length === 0 &&
      built.used?.has(file) !== true &&
      (base.built?.users(file) ?? []).length === 0 &&
      isChanged(file) &&
      !isApplied(file),
  );
  const [first] = found;
  if (first === undefined) return [];
  const it = found.length === 1 ? ['it', 'was', 'it'] : ['they', 'were', 'them'];
  const where = [...new Set(found.map((file) => directoryOf(file)))].map((folder) => (folder === '' ? 'this folder' : folder));
  return [
    `No kustomization lists ${listed(found.toSorted(), 3, 'files')}, beside the kustomization of ${listed(where.toSorted(), 3, 'folders')}: ${it[0]} ${it[1]} checked as if something else applied ${it[2]}. Add ${it[2]} to \`resources\` there if the kustomization should deploy ${it[2]}.`,
  ];
}
