import { randomBytes } from 'node:crypto';
import { keyedMark } from '../../gates/hub/dump/redact.ts';
import type { Hide } from '../../secrets/redacted.ts';

/** Marks in the place of what few may see; those of two runs tell nothing of each other. */
export function secretMarks(): Hide {
  return keyedMark(randomBytes(16).toString('hex'));
}
