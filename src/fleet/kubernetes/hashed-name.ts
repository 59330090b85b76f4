/** The end of a name that kustomize makes from the content of a generated object. Source: kustomize, `api/hasher/hasher.go`. */
const HASHED = /-[2456789bcdfghkmt]{10}$/;

/** The name of a generated object without the hash of its content; `undefined` if it has none. */
export function nameWithoutHash(name: string): string | undefined {
  return HASHED.test(name) ? name.replace(HASHED, '') : undefined;
}
