import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One fixture of a rule: a file, or a folder of files. `clusters.yaml` is the fleet, `base.yaml` the manifests before the change,
 * `hub.yaml` the objects on the hub, and `.fleet-gate.yaml` the settings.
 */
export interface RuleCase {
  readonly name: string;
  /** Without the marks for the test, as the docs show them. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly clusters: string | undefined;
  /** `base.yaml`: the manifests before the change. */
  readonly base: string | undefined;
  /** `hub.yaml`: all objects on the hub except its clusters. */
  readonly hub: string | undefined;
  readonly config: string | undefined;
  /** The files of `.github/workflows/`. */
  readonly workflows: readonly { readonly path: string; readonly text: string }[];
  /** `file:line` of every expected finding, sorted. A line with two marks expects two findings. */
  readonly expected: readonly string[];
}

const WORKFLOWS = '.github/';
const ROOT = join(import.meta.dirname, '../../../fixtures/rules');

export function fixtureFolders(): readonly string[] {
  return readdirSync(ROOT).toSorted();
}

/** The cases of a rule, from `fixtures/rules/<id>/`. */
export function casesOf(id: string): readonly RuleCase[] {
  return readdirSync(join(ROOT, id))
    .toSorted()
    .map((name) => toCase(id, name));
}

function toCase(id: string, name: string): RuleCase {
  const path = join(ROOT, id, name);
  const isFolder = statSync(path).isDirectory();
  const read = (file: string): string => readFileSync(join(isFolder ? path : join(ROOT, id), file), 'utf8');
  const names = isFolder ? readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted() : [name];
  const inputs = names.filter(
    (file) =>
      /\.(ya?ml|json)$/.test(file) &&
      !file.startsWith(WORKFLOWS) &&
      !['clusters.yaml', 'base.yaml', 'hub.yaml', '.fleet-gate.yaml'].includes(file),
  );
  const marked = inputs.map((file) => ({ path: file, text: read(file) }));
  return {
    name,
    files: marked.map((file) => ({ path: file.path, text: file.text.replaceAll(/[^\S\n]*# (?:expect|covers):.*$/gm, '') })),
    clusters: names.includes('clusters.yaml') ? read('clusters.yaml') : undefined,
    base: isFolder && names.includes('base.yaml') ? read('base.yaml') : undefined,
    hub: isFolder && names.includes('hub.yaml') ? read('hub.yaml') : undefined,
    workflows: names
      .filter((file) => file.startsWith(WORKFLOWS) && file.endsWith('.yaml'))
      .map((file) => ({ path: file, text: read(file) })),
    config: names.includes('.fleet-gate.yaml') ? read('.fleet-gate.yaml') : undefined,
    expected: marked.flatMap((file) => marksOf(file, id)).toSorted(),
  };
}

function marksOf({ path, text }: { readonly path: string; readonly text: string }, id: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const ids = (/# expect:([^#]*)/.exec(line)?.[1] ?? '').trim().split(/\s+/);
    return ids.filter((expected) => expected === id).map(() => `${path}:${index + 1}`);
  });
}
