import type { Point } from './row.ts';

/** The k for which size^k fits the points best (least squares of the logarithms): 1 is linear. @throws with fewer than two sizes */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(({ size, value }) => ({ x: Math.log(size), y: Math.log(value) }));
  const x = mean(logs.map((each) => each.x));
  const y = mean(logs.map((each) => each.y));
  const across = logs.reduce((sum, each) => sum + (each.x - x) ** 2, 0);
  if (across === 0) throw new Error('growth needs two sizes');
  return logs.reduce((sum, each) => sum + (each.x - x) * (each.y - y), 0) / across;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
