import { isIPv6 } from 'node:net';

import { goDuration } from '../../fleet/kubernetes/go-duration.ts';
import { goPattern } from '../go-pattern.ts';
import { isGoTime } from '../go-time.ts';
import { addressOf, networkOf } from '../kubernetes/violations/addresses.ts';

type IsOfFormat = (text: string) => boolean;

/**
 * The formats of strings that API servers check, by their names without dashes; they ignore any other format.
 * Sources: apiextensions-apiserver `pkg/apiserver/validation/formats.go`, kube-openapi `pkg/validation/strfmt`.
 */
export const STRING_FORMATS: Readonly<Record<string, IsOfFormat>> = {
  bsonobjectid: matches('(?i)^[0-9a-f]{24}$'),
  byte: (text) => text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  cidr: (text) => networkOf(text) !== undefined,
  creditcard: isCreditCard,
  date: isDate,
  datetime: isDateTime,
  duration: isDuration,
  hexcolor: matches('^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$'),
  hostname: isHostname,
  ipv4: (text) => text.includes('.') && addressOf(text) !== undefined,
  ipv6: (text) => isIPv6(text) && !text.includes('%'),
  isbn: (text) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  mac: isMac,
  password: () => true,
  rgbcolor: matches(
    String.raw`^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$`,
  ),
  ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  uuid: matches('(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$'),
  uuid3: matches('(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$'),
  uuid4: matches('(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$'),
  uuid5: matches('(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$'),
};

/**
 * Formats that API servers check and this program does not: the two of addresses use grammars of Go's own, and servers before Kubernetes
 * 1.34 ignore the two of names.
 */
export const UNCHECKED_FORMATS: ReadonlySet<string> = new Set(['email', 'uri', 'k8sshortname', 'k8slongname']);

/** The normalized name of a format. */
export function formatName(format: unknown): string {
  return typeof format === 'string' ? format.replaceAll('-', '') : '';
}

/** With the engine that reads patterns as Go does. */
function matches(pattern: string): IsOfFormat {
  return (text) => goPattern(pattern)?.test(text) === true;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isGoTime(`${text}T00:00:00Z`);
}

function isDateTime(text: string): boolean {
  const [day = '', time = ''] = text.toLowerCase().split('t');
  const [, hour = '', minute = '', second = ''] = /^(\d\d):(\d\d):(\d\d)(?:.\d+)?(?:z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  return isDate(day) && hour !== '' && hour <= '23' && minute <= '59' && second <= '59';
}

/** A duration that Go parses, or any number with a unit somewhere in the text. */
function isDuration(text: string): boolean {
  if (typeof goDuration(text) === 'bigint') return true;
  // linear: a run of digits is tried only at its start.
  const parts = [...text.matchAll(/(?<!\d)(\d+)\s*([A-Za-zµ]+)/g)];
  return (
    parts.every(([, count = '']) => BigInt(count.slice(0, 30)) < 2n ** 63n) && parts.some(([, , unit = '']) => isUnit(unit.toLowerCase()))
  );
}

function isUnit(unit: string): boolean {
  return (
    ['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk'].includes(unit) ||
    ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'].some((word) => unit.startsWith(word))
  );
}

const SIGN = String.raw`[a-zA-Z0-9\p{S}\p{L}]`;
const HOSTNAME = String.raw`^(${SIGN}((-?${SIGN}{0,62})?)|(${SIGN}(([a-zA-Z0-9-\p{S}\p{L}]{0,61}${SIGN})?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$`;

function isHostname(text: string): boolean {
  return Buffer.byteLength(text) <= 255 && text.split('.').every((part) => Buffer.byteLength(part) <= 63) && matches(HOSTNAME)(text);
}

const CREDIT_CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(text: string): boolean {
  const digits = text.replaceAll(/[^0-9]/g, '');
  if (!CREDIT_CARD.test(digits)) return false;
  const doubled = Array.from(digits)
    .toReversed()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) : Number(digit) * 2));
  return sumOf(doubled.map((each) => (each >= 10 ? each - 9 : each))) % 10 === 0;
}

function isIsbn10(text: string): boolean {
  const digits = text.replaceAll(/[\t\n\f\r -]/g, '');
  return (
    /^\d{9}[\dX]$/.test(digits) && sumOf(Array.from(digits, (digit, at) => (at + 1) * (digit === 'X' ? 10 : Number(digit)))) % 11 === 0
  );
}

function isIsbn13(text: string): boolean {
  const digits = text.replaceAll(/[\t\n\f\r -]/g, '');
  return /^\d{13}$/.test(digits) && sumOf(Array.from(digits, (digit, at) => (at % 2 === 0 ? 1 : 3) * Number(digit))) % 10 === 0;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Six, eight or twenty bytes in hexadecimal digits, with the same separator between them, or none. */
function isMac(text: string): boolean {
  if (![6, 8, 20].includes(text.replaceAll(/[^0-9a-f]/gi, '').length / 2)) return false;
  return /^(?:[0-9a-f]{2}(?:(?::[0-9a-f]{2})+|(?:-[0-9a-f]{2})+)|[0-9a-f]{4}(?:\.[0-9a-f]{4})+|[0-9a-f]+)$/i.test(text);
}
