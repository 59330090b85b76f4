import type { Fact } from '../observation.ts';

/** Why a pod does not work, as the member's kubelet and scheduler report it. */
export interface WorkloadCause {
  readonly fact: Extract<Fact, `pod-${string}`>;
  readonly evidence: readonly string[];
  /** It was retried so often that waiting will not help. */
  readonly isLasting: boolean;
  readonly pod: string;
  /** When it began, by the member's clock; absent if the member does not show that. */
  readonly since?: string | undefined;
  /** The container, if it is about one. */
  readonly container?: string;
  /** The ConfigMap, Secret or key that is missing. */
  readonly missing?: string;
  /** Words that distinguish variants of the cause, for the catalogue's texts. */
  readonly words?: Readonly<Record<string, string>>;
}
