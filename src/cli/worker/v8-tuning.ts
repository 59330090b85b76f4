import { hasMaglev, setFlags, unsetFlags } from '../process/v8-flags.ts';

/** In milliseconds: what takes longer pays for optimising. */
const SHORT = 1500;
/** Maglev, for what runs very often, and nothing behind it. */
const LITTLE = ['--no-turbofan', '--no-maglev-inlining', '--invocation-count-for-maglev=1000'] as const;

/**
 * Has V8 optimise little at first: a judgement of ten thousand files is over before most of it has paid, and what compiles takes memory. What
 * takes longer gets all of it. @returns ends that
 */
export function optimiseLittleAtFirst(): () => void {
  if (!hasMaglev()) return () => undefined;
  setFlags(LITTLE);
  const end = (): void => unsetFlags(LITTLE);
  const timer = setTimeout(end, SHORT).unref();
  return () => {
    clearTimeout(timer);
    end();
  };
}
