import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BundledPackage } from './bundled-packages.ts';

/** Name, version, licence and licence text of every package in a bundle. */
export function licencesOf(packages: readonly BundledPackage[]): string {
  return packages.map(entry).join(`\n${'-'.repeat(80)}\n\n`);
}

function entry({ name, version, licence, root }: BundledPackage): string {
  const file = readdirSync(root).find((candidate) => /^(licen[cs]e|copying)/i.test(candidate));
  const text =
    file === undefined
      ? `Licence: ${licence === 'unknown' ? 'see the package' : licence} (the package ships no licence file)`
      : readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
  return `${name} ${version} (${licence})\n\n${text.trim()}\n`;
}
