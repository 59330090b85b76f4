import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import { namesCredential } from '../../secrets/credential-names.ts';
import { isConfidential, isPathOfSecret } from '../../secrets/redacted.ts';
import type { Difference, FieldDifference } from '../view/binding.ts';

/** The number of fields that are named. */
const SHOWN = 5;
/** The number of characters of a value. */
const LONGEST = 60;

/**
 * The differences of an object in a line, with the value on each side: `/spec/replicas (2 on the hub, 5 on m2)`. Values that may be secret
 * are omitted.
 */
export function differencesText({ object, fields }: Difference, cluster: string): string {
  if (fields.length === 0) return 'no path given';
  const shown = fields.slice(0, SHOWN).map((found) => fieldText(found, cluster, object.kind !== 'Secret'));
  return [...shown, ...(fields.length > SHOWN ? [`and ${String(fields.length - SHOWN)} more`] : [])].join(', ');
}

function fieldText({ path, hub, member }: FieldDifference, cluster: string, isOpen: boolean): string {
  if (path === '/') return '/ (the whole object is missing)';
  const [onHub, onMember] = [hub, member].map((value) => valueText(path, value, isOpen));
  if (hub !== undefined && member !== undefined) {
    return onHub === undefined || onMember === undefined ? path : `${path} (${onHub} on the hub, ${onMember} on ${cluster})`;
  }
  if (hub === undefined && member === undefined) return path;
  const value = onHub ?? onMember;
  return `${path} (only on ${hub === undefined ? cluster : 'the hub'}${value === undefined ? '' : `: ${value}`})`;
}

function valueText(path: string, value: string | undefined, isOpen: boolean): string | undefined {
  if (value === undefined || !isOpen) return undefined;
  if (isPathOfSecret(path) || pointerKeys(path).some((key) => namesCredential(key)) || isConfidential(value)) return undefined;
  const line = value.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line === '' ? '""' : line;
}
