import { posix } from 'node:path';
import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { pathFrom } from '../shell/script-paths.ts';

/** The name of a Helmfile, or of a folder of them, for what starts it. @param path from the top of the repository */
export function nameOfHelmfile(path: string): string {
  return `helmfile ${posix.join('.', path).replace(/\/$/, '')}`;
}

/** The Helmfiles that a command may apply, by their names. Source: `cmd/root.go` and `pkg/app/app.go` of helmfile. @param folder in which it starts */
export function helmfilesAppliedBy(words: readonly string[], folder: string): readonly string[] {
  if (!words.some((word) => /^(?:\S*\/)?helmfile$/.test(word)) || !words.some((word) => APPLYING.has(word))) return [];
  const files = flagValuesIn(words, ['-f', '--file']);
  return (files.length === 0 ? DEFAULT_FILES : files).map((file) => nameOfHelmfile(pathFrom(folder, file)));
}

const APPLYING: ReadonlySet<string> = new Set(['apply', 'sync']);
const DEFAULT_FILES = ['helmfile.yaml', 'helmfile.yaml.gotmpl', 'helmfile.d'];
