import { contentElsewhere } from '../files/content-elsewhere.ts';
import { isTemplate } from './charts/templates/chart-templates.ts';
import type { Lacked } from '../files/repository-facts.ts';
import { compileGlob, type Glob } from '../files/glob.ts';
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
 * The other files of a chart that its templates read, and those of them whose content is elsewhere or that the checkout lacks. Templates that
 * compute the name may read any.
 * @param files of the chart that helm renders @param others its other files
 */
export function dataOfChart(
  files: ReadonlySet<string>,
  sources: Sources,
  others: Sources,
  lacked: readonly Lacked[],
  { directory }: Overlay,
): { readonly data: readonly string[]; readonly elsewhere: readonly DataElsewhere[] } {
  const present = [...others.texts.keys()].filter((name) => !isTemplate(name, directory));
  if (present.length + lacked.length === 0) return { data: [], elsewhere: [] };
  const names = new Set([...files].flatMap((file) => [...(sources.text(file) ?? '').matchAll(READ)].map(([, name]) => name)));
  const isRead = readsOf([...names]);
  const data = present.filter((name) => isRead(name, false));
  const missing = lacked.flatMap(({ path, isSubmodule }) => (isRead(path, isSubmodule) ? [{ file: path, why: LACKED }] : []));
  return { data, elsewhere: [...data.flatMap((name) => dataElsewhere(name, others.text(name) ?? '')), ...missing] };
}

// linear: it matches within one line, and starts at each `.Files` once.
const READ = /\.Files\b(?:\.(?:Get|GetBytes|Lines|Glob)[ \t]+["`]([^"`\n]+)["`])?/g;

/**
 * Whether files or folders are read by such names. A chart may be in another one, so the name may begin at any folder.
 * @param names `undefined` for one that is computed
 */
function readsOf(names: readonly (string | undefined)[]): (file: string, isFolder: boolean) => boolean {
  const tests = names.map((name) => (name === undefined ? () => true : testOf(name.replace(/^\.?\//, ''))));
  return (file, isFolder) => tests.some((test) => test(file, isFolder));
}

function testOf(path: string): (file: string, isFolder: boolean) => boolean {
  const isAt = (file: string, name: string): boolean => file.endsWith(`/${name}`) || file === name;
  const parts = path.split('/');
  const fits = /[*?[{]/.test(path) ? globOf(path) : undefined;
  return (file, isFolder) => {
    if (isFolder) return fits !== undefined || parts.some((_, end) => isAt(file, parts.slice(0, end + 1).join('/')));
    return isAt(file, path) || fits?.(file) === true;
  };
}

/** A pattern that cannot be read may mean any file. */
function globOf(path: string): Glob {
  try {
    return compileGlob(`**/${path}`);
  } catch {
    return () => true;
  }
}
