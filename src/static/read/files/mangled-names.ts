import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { MANIFEST, PACKAGES } from './searched-names.ts';

/** Files or folders with a name that is not valid UTF-8, which `kubectl apply -R` applies. Several may have one name in reports. */
export interface MangledEntry {
  readonly name: string;
  /** What has the name of a manifest, at or below it. */
  readonly files: readonly Buffer[];
  /** It is in a folder that is not searched for manifests. */
  readonly isHidden: boolean;
}

/** Whether a name has lost bytes. A file may also have this sign in its name. */
export function mayBeMangled(name: string): boolean {
  return name.includes('\uFFFD');
}

/**
 * The manifests at the entries of a folder that have this name in reports.
 * @param within the real path of the folder in which linked files may be
 */
export function manifestsOfMangled(folder: string, name: string, within: string): readonly Buffer[] {
  const outer = Buffer.from(within);
  const found: Buffer[] = [];
  const visit = (path: Buffer, entry: Dirent<Buffer>): void => {
    const text = entry.name.toString();
    if (found.length >= MOST_FILES || text === '.git' || text === PACKAGES) return;
    if (entry.isDirectory()) for (const each of entriesOf(path)) visit(below(path, each.name), each);
    else if (MANIFEST.test(text) && (entry.isFile() || (entry.isSymbolicLink() && isFileWithin(path, outer)))) found.push(path);
  };
  const top = Buffer.from(folder);
  for (const entry of entriesOf(top)) if (!isUtf8(entry.name) && entry.name.toString() === name) visit(below(top, entry.name), entry);
  return found;
}

const MOST_FILES = 10_000;

function below(folder: Buffer, name: Buffer): Buffer {
  return Buffer.concat([folder, Buffer.from('/'), name]);
}

/** Empty for a folder that cannot be read. */
function entriesOf(folder: Buffer): readonly Dirent<Buffer>[] {
  try {
    return readdirSync(folder, { encoding: 'buffer', withFileTypes: true });
  } catch {
    return [];
  }
}

function isFileWithin(link: Buffer, outer: Buffer): boolean {
  try {
    const real = realpathSync.native(link, { encoding: 'buffer' });
    const isWithin = real.subarray(0, outer.length + 1).equals(Buffer.concat([outer, Buffer.from('/')]));
    return isWithin && !real.subarray(outer.length).toString().split('/').includes('.git') && statSync(real).isFile();
  } catch {
    return false;
  }
}
