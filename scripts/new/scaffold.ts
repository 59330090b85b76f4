import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILTIN } from '../../src/static/suppress/builtin.ts';
import { FAILURE_FILES, RULE_FILES, type Registry } from './registry.ts';

/**
 * Writes the first files of a rule or a failure; returns their paths.
 * @throws {Error} the id is not a kebab-case word, or is in use
 */
export function scaffold(root: string, id: string, { noun }: Registry, files: Readonly<Record<string, string>>): string[] {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    throw new Error(`"${id}" is no id of a ${noun}; write lower-case words joined by hyphens, such as quota-exceeded`);
  if (Object.hasOwn(BUILTIN, id)) throw new Error(`${id} is a built-in finding; choose another id`);
  // An id identifies one thing, because rules and failures share `explain`.
  for (const { folder, fixtures } of [RULE_FILES, FAILURE_FILES]) {
    for (const path of [`${folder}/${id}.ts`, `${fixtures}/${id}`])
      if (existsSync(join(root, path))) throw new Error(`${path} exists already; choose another id or edit that one`);
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return Object.keys(files);
}
