import type { RbacRule } from './rbac-rule.ts';

export type NoticeKind = 'degraded' | 'insecure' | 'clock' | 'denied' | 'notServed' | 'watch';

/** Something the reader of a report should know about how the hub was seen. `message` may have several lines (a ready RBAC rule). */
export interface Notice {
  readonly kind: NoticeKind;
  readonly message: string;
  /** Of missing rights: what allows all that is read, which the message ends with. */
  readonly rule?: RbacRule;
}

/** Keeps what was noticed, each once, in order. */
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
