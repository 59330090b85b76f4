/**
 * `node scripts/channels.ts FOLDER OWNER/REPO`: makes the files with which package managers and users verify the archives of the standalone
 * programs in FOLDER. Writes `SHA256SUMS`, `fleet-gate.yaml` for krew and `fleet-gate.rb` for Homebrew there. Fails if an archive is
 * missing.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { archivesIn } from './release/archives.ts';
import { homebrewFormula } from './release/homebrew-formula.ts';
import { krewManifest } from './release/krew-manifest.ts';

const [folder, repository] = process.argv.slice(2);
if (folder === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repository ?? ''))
  throw new Error('give the folder of the archives, and OWNER/REPO');
const { version } = manifest;
const homepage = `https://github.com/${repository}`;
const download = `${homepage}/releases/download/v${version}`;
const archives = archivesIn(folder, version);
const files = {
  SHA256SUMS: archives.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(''),
  'fleet-gate.yaml': krewManifest(version, archives, homepage, download),
  'fleet-gate.rb': homebrewFormula(version, archives, homepage, download),
};
for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
console.log(`${Object.keys(files).join(', ')} of ${archives.length} archives`);
