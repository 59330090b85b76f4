import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Name, version, licence and licence text of every package whose modules are in a bundle, sorted by name. */
export function licencesOf(moduleIds: readonly string[]): string {
  const roots = new Set(moduleIds.flatMap((id) => packageRoot(id) ?? []));
  const entries = [...roots].map(entry).toSorted((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
  return entries.map(({ title, text }) => `${title}\n\n${text.trim()}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

function packageRoot(moduleId: string): string | undefined {
  const path = moduleId.replace(/^\0/, '').split('?')[0] ?? '';
  const marker = `${sep}node_modules${sep}`;
  if (!path.includes(marker)) return undefined;
  for (let dir = dirname(path); dir.includes(marker); dir = dirname(dir)) {
    const file = join(dir, 'package.json');
    if (existsSync(file) && 'version' in (JSON.parse(readFileSync(file, 'utf8')) as object)) return dir;
  }
  throw new Error(`no package.json above ${path}`);
}

function entry(root: string): { title: string; text: string } {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; version: string; license?: string };
  const file = readdirSync(root).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text =
    file === undefined
      ? `Licence: ${manifest.license ?? 'see the package'} (the package ships no licence file)`
      : readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n');
  return { title: `${manifest.name} ${manifest.version} (${manifest.license ?? 'unknown'})`, text };
}
