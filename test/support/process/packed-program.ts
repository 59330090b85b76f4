import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The package as npm would publish it, unpacked in a separate folder. */
export interface PackedProgram {
  /** A folder for the PATH that contains only `fleet-gate`. */
  readonly bin: string;
  /** The folder with the package's files. */
  readonly folder: string;
}

let packed: PackedProgram | undefined;

/** Packs once in each process. The operating system removes the small folder. */
export function packedProgram(): PackedProgram {
  packed ??= pack();
  return packed;
}

function pack(): PackedProgram {
  const home = mkdtempSync(path.join(tmpdir(), 'fleet-gate-packed-'));
  const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const;
  const [{ filename = '' } = {}] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], options),
  ) as readonly { readonly filename?: string }[];
  execFileSync('tar', ['-xzf', path.join(home, filename), '-C', home], options);
  const folder = path.join(home, 'package');
  const bin = path.join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(path.join(folder, 'dist/cli.js'), path.join(bin, 'fleet-gate'));
  return { bin, folder };
}
