import { cutAtWord } from '../../fleet/text/cut-at-word.ts';
import { REDACTED } from '../../secrets/hidden.ts';
import { confidentialFields } from '../../secrets/redacted.ts';
import type { ConfidentialSides } from '../../secrets/quoted-fields.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import type { Difference, FieldDifference } from '../view/binding.ts';

/** The number of fields that are named. */
const SHOWN = 5;
/** The number of characters of a value. */
const LONGEST = 60;

/**
 * The differences of an object in a line, with the value on each side: `/spec/replicas (2 on the hub, 5 on m2)`. Values that are or may be
 * secret are omitted.
 * @param contents what is known of the object on the hub
 */
export function differencesText({ object, fields }: Difference, cluster: string, contents: readonly KubeObject[]): string {
  if (fields.length === 0) return 'no path given';
  const sides = object.kind === 'Secret' ? [] : confidentialFields({ kind: object.kind, fields, contents });
  const shown = fields.slice(0, SHOWN).map((found, at) => fieldText(found, cluster, sides[at] ?? { hub: true, member: true }));
  return [...shown, ...(fields.length > SHOWN ? [`and ${String(fields.length - SHOWN)} more`] : [])].join(', ');
}

/** Whether the object itself is missing on the member. */
export function isMissing({ fields }: Pick<Difference, 'fields'>): boolean {
  return fields.some(({ path }) => path === WHOLE);
}

/** The path of the whole object (KubeFleet pkg/controllers/workapplier/process.go). */
const WHOLE = '/';

function fieldText({ path, hub, member }: FieldDifference, cluster: string, isHidden: ConfidentialSides): string {
  if (path === WHOLE) return '/ (the whole object is missing)';
  const onHub = isHidden.hub ? undefined : valueText(hub);
  const onMember = isHidden.member ? undefined : valueText(member);
  if (hub !== undefined && member !== undefined) {
    return onHub === undefined || onMember === undefined ? path : `${path} (${onHub} on the hub, ${onMember} on ${cluster})`;
  }
  if (hub === undefined && member === undefined) return path;
  const value = onHub ?? onMember;
  return `${path} (only on ${hub === undefined ? cluster : 'the hub'}${value === undefined ? '' : `: ${value}`})`;
}

function valueText(value: string | undefined): string | undefined {
  if (value === undefined || value.startsWith(REDACTED)) return undefined;
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? '""' : cutAtWord(line, LONGEST);
}
