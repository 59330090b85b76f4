import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The archive of a standalone program, with the names of systems that releases of kubectl and Go use. */
export interface Archive {
  readonly name: string;
  readonly os: string;
  readonly arch: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** The systems for which a release has standalone programs. */
export const SYSTEMS = ['darwin-amd64', 'darwin-arm64', 'linux-amd64', 'linux-arm64', 'windows-amd64'] as const;

/** On Windows, the tar of the system, which supports zip. The tar of Git does not, and often comes first in the PATH. */
export const TAR = process.platform === 'win32' ? path.join(process.env['SystemRoot'] ?? 'C:/Windows', 'System32/tar.exe') : 'tar';

const OS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const ARCH: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** @param platform of `process.platform` @param arch of `process.arch` @throws {Error} no release has a program for them */
export function archiveName(version: string, platform: string, arch: string): string {
  const system = SYSTEMS.find((known) => known === `${OS[platform]}-${ARCH[arch]}`);
  if (system === undefined) throw new Error(`no standalone program is made for ${platform} on ${arch}`);
  return nameOf(version, system);
}

/** The archives of a version in a folder, one for each system. @throws {Error} with the names of missing archives */
export function archivesIn(folder: string, version: string): readonly Archive[] {
  const files = new Set(readdirSync(folder));
  const missing = SYSTEMS.map((system) => nameOf(version, system)).filter((name) => !files.has(name));
  if (missing.length > 0) throw new Error(`${folder} lacks ${missing.join(', ')}`);
  return SYSTEMS.map((system) => {
    const [os = '', arch = ''] = system.split('-');
    const name = nameOf(version, system);
    return {
      name,
      os,
      arch,
      sha256: createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    };
  });
}

function nameOf(version: string, system: (typeof SYSTEMS)[number]): string {
  return `fleet-gate-${version}-${system}.${system.startsWith('windows') ? 'zip' : 'tar.gz'}`;
}
