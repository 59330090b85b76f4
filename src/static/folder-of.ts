import type { Manifest } from './manifest.ts';

/** The folder of a manifest's file, with its slash. Folders of one tree may be for different hubs (`env/dev`, `env/prod`). */
export function folderOf({ file }: Manifest): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}
