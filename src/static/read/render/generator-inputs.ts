import { isObject, listAt } from '../../../fleet/json/json.ts';
import { directoryOf, joinPath } from '../kustomize/kustomization.ts';
import { textsIn } from './kustomize-references.ts';

/** The inputs of the secret generators of a kustomization: literals such as `key=value`, and names of files. */
export function generatorInputs(value: unknown, file: string): { readonly literals: readonly string[]; readonly files: readonly string[] } {
  const generators = listAt(value, 'secretGenerator').filter(isObject);
  return {
    literals: generators.flatMap((generator) => listAt(generator, 'literals').filter((literal) => typeof literal === 'string')),
    files: generators.flatMap((generator) =>
      ['files', 'envs', 'env'].flatMap((list) =>
        [...textsIn(generator[list])].map(([path]) => joinPath(directoryOf(file), path.slice(path.indexOf('=') + 1))),
      ),
    ),
  };
}
