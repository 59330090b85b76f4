export interface Turns<T> {
  readonly ours: readonly T[];
  readonly peer: readonly T[];
}

/**
 * Runs both one after the other, so that other load of the machine affects both; the order changes with each round. The first run of each
 * is a warm-up.
 */
export async function inTurns<T>(rounds: number, ours: () => Promise<T>, peer: () => Promise<T>): Promise<Turns<T>> {
  await ours();
  await peer();
  const turns = { ours: [] as T[], peer: [] as T[] };
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) turns.ours.push(await ours());
    turns.peer.push(await peer());
    if (round % 2 === 1) turns.ours.push(await ours());
  }
  return turns;
}

/** One figure of both. */
export function figureOf<T>({ ours, peer }: Turns<T>, figure: (of: T) => number): { readonly ours: number[]; readonly peer: number[] } {
  return { ours: ours.map(figure), peer: peer.map(figure) };
}
