/** The archive of a standalone program, as kubectl's package managers name systems. */
export interface Archive {
  readonly name: string;
  readonly os: string;
  readonly arch: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

const OS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const ARCH: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** @param platform of `process.platform` @param arch of `process.arch` @throws {Error} where no release has a program for them */
export function archiveName(version: string, platform: string, arch: string): string {
  const [system, machine] = [OS[platform], ARCH[arch]];
  if (system === undefined || machine === undefined) throw new Error(`no standalone program is made for ${platform} on ${arch}`);
  return `fleet-gate-${version}-${system}-${machine}.${system === 'windows' ? 'zip' : 'tar.gz'}`;
}
