import { folderOf } from '../world/hub-world.ts';
import { directoryOf } from './kustomize/kustomization.ts';
import type { BuiltTree } from './read-result.ts';

/** Returns whether an overlay has a kustomization that was not parsed, which may still use what it used. */
export function mayUseAnything(before: BuiltTree, now: BuiltTree): (overlay: string) => boolean {
  const unparsed = now.unparsed();
  const folders = new Set(unparsed.map(directoryOf));
  const around = new Set(unparsed.flatMap((file) => [...before.users(file), ...now.users(file)]));
  return (overlay) => around.has(overlay) || folders.has(folderOf(overlay));
}
