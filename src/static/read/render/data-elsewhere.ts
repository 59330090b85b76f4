import { contentElsewhere } from '../files/content-elsewhere.ts';
import { isTemplate } from './charts/chart-templates.ts';
import type { Lacked } from '../files/repository-facts.ts';
import { compileGlob } from '../files/glob.ts';
import type { Overlay } from './overlay.ts';
import type { Sources } from './sources.ts';

/** A file whose text gets into an object, and whose content is not in the checkout. */
export interface DataElsewhere {
  readonly file: string;
  readonly why: string;
}

/** Why data is not there that a sparse checkout leaves out, or that is in a submodule that is not checked out. */
export const LACKED = 'missing from this checkout, although git has it';

/** The file as such data, if its content is elsewhere. */
export function dataElsewhere(file: string, text: string): readonly DataElsewhere[] {
  const why = contentElsewhere(text);
  return why === undefined ? [] : [{ file, why }];
}

/**
 * The other files of a chart that its templates read and whose content is elsewhere, or that the checkout lacks. Templates that compute the
 * name may read any.
 * @param files of the chart that helm renders @param others its other files
 */
export function dataOfChart(
  files: ReadonlySet<string>,
  sources: Sources,
  others: Sources,
  lacked: readonly Lacked[],
  { directory }: Overlay,
): readonly DataElsewhere[] {
  const missing = [...others.texts].filter(([name]) => !isTemplate(name, directory)).flatMap(([name, text]) => dataElsewhere(name, text));
  if (missing.length + lacked.length === 0) return [];
  const names = [...files].flatMap((file) => [...(sources.text(file) ?? '').matchAll(READ)].map(([, name]) => name));
  const isRead = (file: string, isFolder: boolean): boolean => names.some((name) => name === undefined || isNamed(name, file, isFolder));
  return [
    ...missing.filter(({ file }) => isRead(file, false)),
    ...lacked.flatMap(({ path, isSubmodule }) => (isRead(path, isSubmodule) ? [{ file: path, why: LACKED }] : [])),
  ];
}

// linear: it matches within one line, and starts at each `.Files` once.
const READ = /\.Files\b(?:\.(?:Get|GetBytes|Lines|Glob)[ \t]+["`]([^"`\n]+)["`])?/g;

/** A chart may be in another one, so the name may begin at any folder. */
function isNamed(name: string, file: string, isFolder: boolean): boolean {
  const path = name.replace(/^\.?\//, '');
  const isPattern = /[*?[{]/.test(path);
  if (isFolder && isPattern) return true;
  const named = isFolder ? path.split('/').map((_, end, parts) => parts.slice(0, end + 1).join('/')) : [path];
  if (named.some((each) => file.endsWith(`/${each}`) || file === each)) return true;
  try {
    return isPattern && compileGlob(`**/${path}`)(file);
  } catch {
    return true;
  }
}
