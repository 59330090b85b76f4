import { textOfPackage } from '../../files/look-through-file.ts';
import type { RepositoryFiles } from '../repository-files.ts';

/**
 * The texts of the charts that are packed among the files, by the name that each would have if its chart were a folder with the name of
 * the archive: `charts/a-0.1.0.tgz/templates/b.yaml`. An archive in an archive is left out: `helm package` unpacks these.
 */
export async function packedCharts(files: ReadonlySet<string>, repository: RepositoryFiles): Promise<ReadonlyMap<string, string>> {
  const packed = [...files].filter((file) => file.endsWith(ENDING));
  // helm has read them, except for those that `.helmignore` names.
  const textOf = (file: string): Promise<string> => textOfPackage(repository.absolute(file)).catch(() => '');
  const all = await Promise.all(packed.map(async (file) => [file, await textOf(file)] as const));
  return new Map(all.flatMap(([file, text]) => filesInTar(text).map((each) => [`${file}/${each.name}`, each.text] as const)));
}

/** The archive that holds a text of `packedCharts`; another name itself. */
export function archiveOf(name: string): string {
  const end = name.indexOf(`${ENDING}/`);
  return end < 0 ? name : name.slice(0, end + ENDING.length);
}

const ENDING = '.tgz';

/**
 * The files in an archive, without the folder of the chart that holds them all. Long names may be cut.
 * Source: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html (ustar Interchange Format)
 */
function filesInTar(archive: string): readonly { readonly name: string; readonly text: string }[] {
  const found: { name: string; text: string }[] = [];
  for (let at = 0; at + BLOCK <= archive.length;) {
    const field = (start: number, length: number): string => archive.slice(at + start, at + start + length).replace(/\0[^]*/, '');
    const size = Math.max(0, Number.parseInt(field(124, 12), 8) || 0);
    const name = [field(345, 155), field(0, 100)].filter((each) => each !== '').join('/');
    const start = at + BLOCK;
    if (name !== '' && /^[0\0]$/.test(archive[at + 156] ?? ''))
      found.push({ name: name.replace(/^(?:\.\/)?[^/]*\//, ''), text: archive.slice(start, start + size) });
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

const BLOCK = 512;
