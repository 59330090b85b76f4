import type { RbacRule } from './rbac-rule.ts';

export type NoticeKind = 'degraded' | 'insecure' | 'clock' | 'denied' | 'notServed' | 'watch';

/** A fact about how the hub was read that a report shows. `message` may have several lines (a ready RBAC rule). */
export interface Notice {
  readonly kind: NoticeKind;
  readonly message: string;
  /** For missing permissions: the rule that allows all reads, with which the message ends. */
  readonly rule?: RbacRule;
}

/** Keeps each notice once, in order. */
export class NoticeBoard {
  readonly #notices = new Map<string, Notice>();

  /** @param about a later notice of the same kind about the same thing replaces the earlier one */
  put(kind: NoticeKind, about: string, message: string): void {
    this.#notices.set(`${kind} ${about}`, { kind, message });
  }

  all(): readonly Notice[] {
    return [...this.#notices.values()];
  }
}
