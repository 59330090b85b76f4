import { readFileSync, statSync } from 'node:fs';

/**
 * Whether an index may have entries that a checkout need not have as files: submodules, and files that are marked (`git update-index
 * --skip-worktree`, `--assume-unchanged`). Only git itself is asked which these are. An index that cannot be read has none; one of a later
 * version than 2, or in another form than expected, may have some. Source: git's `gitformat-index`.
 */
export function mayHaveMarkedEntries(file: string): boolean {
  const index = bytesOf(file);
  if (index === undefined || index.length < HEADER) return false;
  // Only later versions have the mark of a sparse checkout.
  if (index.readUInt32BE(4) !== 2) return index.readUInt32BE(4) > 2;
  let at = HEADER;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + NAME > index.length) return true;
    const mode = index.readUInt32BE(at + MODE);
    const flags: number = index.readUInt16BE(at + FLAGS);
    const length: number = flags & LENGTH;
    if (mode >> 12 === SUBMODULE || (flags & UNCHANGED) > 0) return true;
    const end = length === LENGTH ? index.indexOf(0, at + NAME) : at + NAME + length;
    // The hashes of another kind of repository are longer.
    if (end < 0 || index[end] !== 0 || index[end - 1] === 0) return true;
    // An entry is filled with 1 to 8 zeros, up to a multiple of 8 bytes.
    at += (end - at + 8) & ~7;
  }
  return false;
}

const HEADER = 12;
/** Where the parts of an entry begin. */
const [MODE, FLAGS, NAME] = [24, 60, 62];
const [UNCHANGED, LENGTH] = [0x8000, 0x0fff];
/** The type of the mode 160000. */
const SUBMODULE = 0o16;

/** A larger index is not read here. */
const MOST_BYTES = 256 * 1024 * 1024;

function bytesOf(file: string): Buffer | undefined {
  try {
    const found = statSync(file);
    if (!found.isFile()) return undefined;
    return found.size > MOST_BYTES ? LATER : readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The header of a later version. */
const LATER = Buffer.from('DIRC\0\0\0\x04\0\0\0\0', 'latin1');
