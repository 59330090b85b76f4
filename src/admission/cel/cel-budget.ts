/** An expression reached a limit. The message says which one, without a full stop. */
export class LimitReached extends Error {}

/**
 * What expressions may take together. Kubernetes stops one at a cost of 1,000,000, and those of one object at 10,000,000: a step of a loop
 * costs more than 1, and a text that is made 0.1 for each character. Source: k8s.io/apiserver `pkg/apis/cel/config.go`, PerCallLimit and
 * RuntimeCELCostBudget; cel-go `interpreter/runtimecost.go`.
 */
export class CelBudget {
  /** The limit that an expression reached, even if an operator such as `||` did not need the value. */
  reached: string | undefined;
  #steps = 0;
  #allSteps = 0;
  #compared = 0;
  #made = 0;

  /** Call it before each expression. */
  restart(): void {
    this.reached = undefined;
    this.#steps = 0;
  }

  /** Asked before a step of a loop, or before an operator, whose cost may be 0. */
  step(cost = 1): void {
    this.#steps += cost;
    this.#allSteps += cost;
    if (this.#steps > MOST_STEPS || this.#allSteps > MOST_STEPS_TOGETHER) this.#stop(TOO_LONG);
  }

  /** Two parts of lists or mappings are compared, which costs 0.1. */
  compare(): void {
    this.#compared += 1;
    if (this.#compared % 1000 === 0) this.step(100);
  }

  /** @param size of a new value: its characters, bytes or entries */
  make(size: number): void {
    this.#made += size;
    if (size > 0 && this.#made > MOST_MADE) this.#stop(TOO_LARGE);
  }

  #stop(reason: string): never {
    this.reached = reason;
    throw new LimitReached(reason);
  }
}

const MOST_STEPS = 1_000_000;
const MOST_STEPS_TOGETHER = 10_000_000;
const MOST_MADE = 10_000_000;
const TOO_LONG = 'it takes more than 1,000,000 steps, or those before it took 10,000,000';
const TOO_LARGE = 'it makes values of more than 10,000,000 characters and entries together';
