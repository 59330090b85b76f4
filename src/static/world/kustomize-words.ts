import { valueAt } from '../../admission/denial.ts';
import type { Manifest } from './manifest.ts';

/**
 * Whether the value is a word such as `on` or `yes` in a file that a kustomization deploys: kustomize reads it as text (YAML 1.2), kubectl
 * as true or false.
 */
export function isTextToKustomize(manifest: Manifest, pointer: string): boolean {
  if (manifest.overlay === undefined || typeof valueAt(manifest.object, pointer) !== 'boolean') return false;
  const { line, column, endLine, endColumn } = manifest.locate(pointer);
  return line === endLine && endColumn - column < 'true'.length;
}
