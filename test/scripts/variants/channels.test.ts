/** The files for package managers of a release, made from invented archives. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { listAt, objectAt, stringAt } from '../../../src/fleet/json/json.ts';
import { VERSION } from '../../../src/version.ts';
import { archiveName, archivesIn, SYSTEMS } from '../../../scripts/release/archives.ts';
import { temporaryFolder } from '../../support/trees/temporary-folder.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../scripts/channels.ts');
const DOWNLOAD = `https://github.com/contoso/fleet-gate/releases/download/v${VERSION}`;

describe('the files beside the archives', () => {
  it('contain the checksum of each archive', () => {
    const { folder, digests } = released();
    expect(readFileSync(path.join(folder, 'SHA256SUMS'), 'utf8')).toBe([...digests].map(([name, sha]) => `${sha}  ${name}\n`).join(''));
  });

  it('are a krew manifest with everything that krew requires', () => {
    const { folder, digests } = released();
    const manifest = load(readFileSync(path.join(folder, 'fleet-gate.yaml'), 'utf8'));
    expect(manifest).toMatchObject({ apiVersion: 'krew.googlecontainertools.github.com/v1alpha2', kind: 'Plugin' });
    expect(objectAt(manifest, 'metadata')).toEqual({ name: 'fleet-gate' });
    const spec = objectAt(manifest, 'spec') ?? {};
    expect(Object.keys(spec).toSorted()).toEqual(['description', 'homepage', 'platforms', 'shortDescription', 'version']);
    expect(spec['version']).toBe(`v${VERSION}`);
    // krew-index takes up to fifty characters, in one line.
    expect(spec['shortDescription']).toMatch(/^.{1,50}$/);
    const platforms = listAt(spec, 'platforms');
    expect(platforms).toHaveLength(SYSTEMS.length);
    for (const platform of platforms) {
      const system = `${stringAt(platform, 'selector', 'matchLabels', 'os')}-${stringAt(platform, 'selector', 'matchLabels', 'arch')}`;
      const name = path.posix.basename(stringAt(platform, 'uri') ?? '');
      expect(name).toContain(`-${system}.`);
      expect(platform).toEqual({
        selector: expect.anything() as unknown,
        uri: `${DOWNLOAD}/${name}`,
        sha256: digests.get(name),
        bin: system === 'windows-amd64' ? 'fleet-gate.exe' : 'fleet-gate',
      });
    }
  });

  it('are a Homebrew formula that names each archive with its checksum', () => {
    const { folder, digests } = released();
    const formula = readFileSync(path.join(folder, 'fleet-gate.rb'), 'utf8');
    const named = [...formula.matchAll(/url "(.*)"\n\s+sha256 "(.*)"/g)].map(([, url = '', sha = '']) => [url, sha]);
    const own = [...digests].filter(([name]) => !name.includes('windows')).map(([name, sha]) => [`${DOWNLOAD}/${name}`, sha]);
    expect(named).toEqual(own);
  });

  it('are Ruby that runs, and selects the archive of the system', ({ skip }) => {
    skip(spawnSync('ruby', ['--version']).error !== undefined, 'Ruby is not installed');
    const { folder } = released();
    writeFileSync(path.join(folder, 'brew.rb'), BREW);
    const taken = execFileSync('ruby', ['-W', '-r', './brew.rb', '-e', 'load "./fleet-gate.rb"; puts FleetGate.urls'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(taken).toBe(`${DOWNLOAD}/fleet-gate-${VERSION}-linux-arm64.tar.gz\n`);
  });
});

it('no file is made if an archive is missing, or the repository has an invalid name', () => {
  const { folder } = released();
  rmSync(path.join(folder, `fleet-gate-${VERSION}-linux-arm64.tar.gz`));
  expect(() => archivesIn(folder, VERSION)).toThrow(`lacks fleet-gate-${VERSION}-linux-arm64.tar.gz`);
  expect(spawnSync(process.execPath, [SCRIPT, folder, 'contoso/fleet-gate']).status).toBe(1);
  expect(spawnSync(process.execPath, [SCRIPT, released().folder, '"; exit; "']).status).toBe(1);
});

it('no archive is made for a system that no release has', () => {
  expect(archiveName('1.2.3', 'win32', 'x64')).toBe('fleet-gate-1.2.3-windows-amd64.zip');
  expect(() => archiveName('1.2.3', 'freebsd', 'x64')).toThrow('no standalone program is made for freebsd on x64');
});

/** A folder with an archive a system, and what is made of them. */
function released(): { readonly folder: string; readonly digests: ReadonlyMap<string, string> } {
  const folder = temporaryFolder();
  const digests = new Map<string, string>();
  for (const system of SYSTEMS) {
    const name = `fleet-gate-${VERSION}-${system}.${system.startsWith('windows') ? 'zip' : 'tar.gz'}`;
    writeFileSync(path.join(folder, name), system);
    digests.set(name, createHash('sha256').update(system).digest('hex'));
  }
  execFileSync(process.execPath, [SCRIPT, folder, 'contoso/fleet-gate']);
  return { folder, digests };
}

/** The words of Homebrew that the formula uses, on Linux on ARM. */
const BREW = `class Formula
  class << self
    def urls = @urls ||= []
    def url(address) = urls << address
    def on_linux = yield
    def on_arm = yield
    def on_macos = nil
    def on_intel = nil
    def desc(_) = nil
    def homepage(_) = nil
    def version(_) = nil
    def license(_) = nil
    def sha256(_) = nil
    def test = nil
  end
end
`;
