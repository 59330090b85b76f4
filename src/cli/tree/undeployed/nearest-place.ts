import { nearestTypo } from '../../../fleet/text/nearest.ts';

/** The path of the same length in which only one name is another, and that one is similar. */
export function nearestPlace(place: string, places: readonly string[]): string | undefined {
  const names = place.split('/');
  return places.find((other) => {
    const others = other.split('/');
    const differing = names.flatMap((name, at) => (name === others[at] ? [] : [[name, others[at] ?? ''] as const]));
    const [[name, meant] = ['', ''], ...more] = differing;
    return names.length === others.length && more.length === 0 && nearestTypo(name, [meant]) !== undefined;
  });
}
