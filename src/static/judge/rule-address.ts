import { SITE } from '../../site-address.ts';

/**
 * The address of the page of a rule or built-in finding, made from `docs/rules/<id>.md`. It is the newest page, because the id of a rule
 * never changes.
 */
export function ruleAddress(id: string): string {
  return `${SITE}/rules/${id}`;
}
