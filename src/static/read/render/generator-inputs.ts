import { isObject, listAt } from '../../../fleet/json/json.ts';
import { directoryOf, joinPath } from '../kustomize/kustomization.ts';
import { textsIn } from './kustomize-references.ts';

/** The inputs of the secret generators of a kustomization. */
interface GeneratorInputs {
  /** Such as `key=value`. */
  readonly literals: readonly string[];
  /** Names of files. */
  readonly files: readonly string[];
  /** Values in the list of files, which are meant for `literals`: texts that do not look like the name of a file. */
  readonly misplaced: readonly string[];
}

export function generatorInputs(value: unknown, file: string): GeneratorInputs {
  const generators = listAt(value, 'secretGenerator').filter(isObject);
  const written = generators.flatMap((generator) =>
    ['files', 'envs', 'env'].flatMap((list) => [...textsIn(generator[list])].map(([text]) => text.slice(text.indexOf('=') + 1))),
  );
  return {
    literals: generators.flatMap((generator) => listAt(generator, 'literals').filter((literal) => typeof literal === 'string')),
    files: written.map((path) => joinPath(directoryOf(file), path)),
    misplaced: written.filter((text) => !LIKE_A_FILE.test(text)),
  };
}

/** A path with folders or with an ending, or words. */
const LIKE_A_FILE = /^[\w.@:-]*(?:\/[\w./@:-]*|\.\w{1,10})$|^[a-z_-]+$/;
