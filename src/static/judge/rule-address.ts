import { SITE } from '../../site-address.ts';

/** The page of a rule or built-in finding, made of `docs/rules/<id>.md`; the newest one, since the id of a rule never changes. */
export function ruleAddress(id: string): string {
  return `${SITE}/rules/${id}`;
}
