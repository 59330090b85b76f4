import { randomBytes } from 'node:crypto';
import { keyedMark } from '../../gates/hub/dump/redact.ts';
import type { Hide } from '../../secrets/hidden.ts';

/** Creates marks that replace confidential values. Marks of two runs cannot be compared. */
export function redactionMarks(): Hide {
  return keyedMark(randomBytes(16).toString('hex'));
}
