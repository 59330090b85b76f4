import { stringAt } from '../../../fleet/json/json.ts';

/**
 * Whether a list of environment variables resolves a reference otherwise than the wanted one, because of its order: `$(NAME)` is replaced only
 * if NAME is defined before it (Kubernetes pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables). Both lists have the same names.
 */
export function resolvesOtherwise(live: readonly unknown[], wanted: readonly unknown[]): boolean {
  return wanted.some((item) => {
    const [name, value] = [stringAt(item, 'name'), stringAt(item, 'value')];
    if (name === undefined || value?.includes('$(') !== true) return false;
    // Two dollar signs are one in the text, and no reference.
    const plain = value.replaceAll('$$', '');
    const referred = wanted.flatMap((other) => stringAt(other, 'name') ?? []).filter((other) => plain.includes(`$(${other})`));
    return referred.some((other) => isBefore(live, other, name) !== isBefore(wanted, other, name));
  });
}

function isBefore(list: readonly unknown[], first: string, second: string): boolean {
  const [at, next] = [first, second].map((name) => list.findIndex((item) => stringAt(item, 'name') === name));
  return at !== undefined && next !== undefined && at < next;
}
