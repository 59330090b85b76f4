import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One instruction of a Dockerfile, with its continuation lines. */
export interface Instruction {
  readonly keyword: string;
  readonly rest: string;
}

/** All instructions of the repository's Dockerfile, in order. */
export function instructionsOf(root: string): readonly Instruction[] {
  const text = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ keyword: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
}

/** The base images, by the build argument that names each. */
export function basesOf(root: string): { readonly BASE: string; readonly DEBIAN: string; readonly KUSTOMIZE: string } {
  const instructions = instructionsOf(root);
  const named = (name: string): string => {
    const found = instructions.find(({ keyword, rest }) => keyword === 'ARG' && rest.startsWith(`${name}=`));
    if (found === undefined) throw new Error(`the Dockerfile names no ${name}`);
    return found.rest.slice(name.length + 1);
  };
  return { BASE: named('BASE'), DEBIAN: named('DEBIAN'), KUSTOMIZE: named('KUSTOMIZE') };
}
