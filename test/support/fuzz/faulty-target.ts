import type { FuzzTarget } from './fuzz-target.ts';

const FAULTS: Readonly<Record<string, () => void>> = {
  throws() {
    throw new Error('an oracle is contradicted');
  },
  hangs() {
    for (;;) Math.sqrt(2);
  },
  pollutes() {
    // eslint-disable-next-line no-extend-native -- the fault that the fuzzer must find
    Object.defineProperty(Object.prototype, 'polluted', { value: true, configurable: true });
  },
};

/** Its fourth input has the fault that the query of this module's URL names. The fuzzer must find it. */
const fault = FAULTS[new URL(import.meta.url).search.slice(1)];
let inputs = 0;

export const target: FuzzTarget = {
  name: 'faulty',
  about: 'what the fuzzer must find',
  all: 10,
  share: 10,
  start: () =>
    Promise.resolve(() => {
      const input = inputs++;
      return { input, judge: () => (input === 3 ? fault?.() : undefined) };
    }),
};
