import { contentElsewhere } from '../files/content-elsewhere.ts';
import { isTemplate } from './charts/chart-templates.ts';
import { compileGlob } from '../files/glob.ts';
import type { Overlay } from './overlay.ts';
import type { Sources } from './sources.ts';

/** A file whose text gets into an object, and whose content is not in the checkout. */
export interface DataElsewhere {
  readonly file: string;
  readonly why: string;
}

/** The file as such data, if its content is elsewhere. */
export function dataElsewhere(file: string, text: string): readonly DataElsewhere[] {
  const why = contentElsewhere(text);
  return why === undefined ? [] : [{ file, why }];
}

/**
 * The other files of a chart that its templates read and whose content is elsewhere. Templates that compute the name may read any.
 * @param files of the chart that helm renders @param others its other files
 */
export function dataOfChart(
  files: ReadonlySet<string>,
  sources: Sources,
  others: Sources,
  { directory }: Overlay,
): readonly DataElsewhere[] {
  const missing = [...others.texts].filter(([name]) => !isTemplate(name, directory)).flatMap(([name, text]) => dataElsewhere(name, text));
  if (missing.length === 0) return [];
  const names = [...files].flatMap((file) => [...(sources.text(file) ?? '').matchAll(READ)].map(([, name]) => name));
  return missing.filter(({ file }) => names.some((name) => name === undefined || isNamed(name, file)));
}

// linear: it matches within one line, and starts at each `.Files` once.
const READ = /\.Files\b(?:\.(?:Get|GetBytes|Lines|Glob)[ \t]+["`]([^"`\n]+)["`])?/g;

/** A chart may be in another one, so the name may begin at any folder. */
function isNamed(name: string, file: string): boolean {
  const path = name.replace(/^\.?\//, '');
  if (file.endsWith(`/${path}`) || file === path) return true;
  try {
    return /[*?[{]/.test(path) && compileGlob(`**/${path}`)(file);
  } catch {
    return true;
  }
}
