import { setFlags } from '../v8-flags.ts';

/** In milliseconds: what takes longer pays for optimising. */
const SHORT = 1500;
/** Its first compiler that optimises, for what runs very often, and no other. */
const LITTLE = ['--no-turbofan', '--no-maglev-inlining', '--invocation-count-for-maglev=1000'];
const USUAL = ['--turbofan', '--maglev-inlining', '--invocation-count-for-maglev=400'];
/** The first V8 in which that compiler is there by default, and where it is. */
const SINCE = 13;
const MACHINES: readonly string[] = ['x64', 'arm64'];

/**
 * Has V8 optimise little at first: a judgement of ten thousand files is over before most of it has paid, and what compiles takes memory. What
 * takes longer gets all of it. Where somebody set flags of V8, these stand.
 * @returns ends that
 */
export function optimiseLittleAtFirst(): () => void {
  const isUsual = ![...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].some((text) => /maglev|turbo|opt\b|max-lazy|jit/.test(text));
  if (!isUsual || Number.parseInt(process.versions.v8, 10) < SINCE || !MACHINES.includes(process.arch)) return () => undefined;
  setFlags(LITTLE);
  const timer = setTimeout(setFlags, SHORT, USUAL).unref();
  return () => {
    clearTimeout(timer);
    setFlags(USUAL);
  };
}
