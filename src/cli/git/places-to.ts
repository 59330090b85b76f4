import { dirname } from 'node:path';

/** A path and the folders that it is in, without the outermost. Both are absolute. @param top contains the path */
export function placesTo(path: string, top: string): readonly string[] {
  const found: string[] = [];
  for (let at = path; at !== top && at !== dirname(at); at = dirname(at)) found.push(at);
  return found;
}
