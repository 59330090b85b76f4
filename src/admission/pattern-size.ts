/**
 * How many signs a regular expression has if each repetition is written out: `(ab){3}` has six. The engine makes a step of each, so a
 * pattern of some hundred characters may take seconds and hundreds of megabytes. It is an estimate for a pattern that cannot be read.
 */
export function patternSize(pattern: string): number {
  const outer: number[] = [];
  let [size, last] = [0, 0];
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at];
    const [repeated] = sign === '{' ? (REPEATED.exec(pattern.slice(at, at + LONGEST)) ?? []) : [];
    if (repeated !== undefined) {
      const times = Math.max(1, ...repeated.slice(1, -1).split(',').map(Number));
      size += last * (times - 1);
      last *= times;
      at += repeated.length - 1;
    } else if (sign === '(') {
      outer.push(size);
      size = 0;
    } else if (sign === ')') {
      last = size;
      size += outer.pop() ?? 0;
    } else {
      if (sign === '\\') at += 1;
      if (sign === '[') at = Math.max(at, pattern.indexOf(']', at + 2));
      last = 1;
      size += 1;
    }
  }
  return outer.reduce((sum, each) => sum + each, size);
}

const REPEATED = /^\{\d{1,4}(?:,\d{0,4})?\}/;
/** Of a repetition: `{1000,1000}`. */
const LONGEST = 11;
