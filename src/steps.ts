/** Work in steps: between two of them, whoever runs it can let other work of the thread have its turn. */
export type Steps<T> = Generator<undefined, T>;

/** All steps in a row. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
