/** An output of the process. */
export type Output = 'stdout' | 'stderr';

const unmade = new Set<Output>();

/**
 * Calls back when Node makes its stream on an output, which it does when that is first asked for. A run with little to say writes without one:
 * what Node has for streams and sockets takes some 3 ms to load.
 */
export function whenMade(output: Output, use: (stream: NodeJS.WriteStream) => void): void {
  const before = Object.getOwnPropertyDescriptor(process, output);
  if (before === undefined) return;
  unmade.add(output);
  const get = (): NodeJS.WriteStream => {
    unmade.delete(output);
    Object.defineProperty(process, output, before);
    const stream = process[output];
    use(stream);
    return stream;
  };
  Object.defineProperty(process, output, { configurable: true, enumerable: true, get });
}

/** Node's stream on an output; `undefined` as long as nothing asked for it. Without `whenMade` it is made here. */
export function madeStream(output: Output): NodeJS.WriteStream | undefined {
  return unmade.has(output) ? undefined : process[output];
}
