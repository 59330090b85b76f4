/** A summary of samples: their median and quartiles. */
export interface Spread {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** @throws without a sample */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  return { low: quantile(sorted, 0.25), median: quantile(sorted, 0.5), high: quantile(sorted, 0.75) };
}

export function medianOf(samples: readonly number[]): number {
  return spreadOf(samples).median;
}

/** For each pair, ours divided by the peer's, because load of the machine affects both. */
export function ratiosOf(ours: readonly number[], peer: readonly number[]): Spread {
  if (ours.length !== peer.length) throw new Error(`${ours.length} samples of ours, but ${peer.length} of the peer`);
  return spreadOf(ours.map((sample, index) => sample / (peer[index] ?? Number.NaN)));
}

/** Interpolates between two samples. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  if (below === undefined || above === undefined) throw new Error('there is no sample');
  return below + (above - below) * (at - Math.floor(at));
}
