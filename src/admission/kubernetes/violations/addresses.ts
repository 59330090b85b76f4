import { wrongValue, type Violation } from './violation.ts';

/** A network. An address is a network that holds one address. */
export interface Network {
  /** 32 or 128. */
  readonly bits: number;
  /** The length of the prefix, in bits. */
  readonly length: number;
  /** The first address: all bits after the prefix are 0. */
  readonly first: bigint;
}

/**
 * Parses an address as API servers do, which ignore leading zeros. `undefined` if the text is not an address. Source: `k8s.io/utils/net`,
 * ParseIPSloppy.
 */
export function addressOf(text: string): Network | undefined {
  const [bits, first] = text.includes(':') ? [128, sixOf(text)] : [32, fourOf(text)];
  return first === undefined ? undefined : { bits, length: bits, first };
}

/** Parses a network in CIDR notation. Bits after the prefix may be set. Source: `k8s.io/utils/net`, ParseCIDRSloppy. */
export function networkOf(text: string): Network | undefined {
  const at = text.indexOf('/');
  const address = at === -1 ? undefined : addressOf(text.slice(0, at));
  const length = numberOf(text.slice(at + 1), address?.bits ?? 0);
  if (address === undefined || length === undefined) return undefined;
  const rest = BigInt(address.bits - length);
  return { bits: address.bits, length, first: (address.first >> rest) << rest };
}

/** The violation for a text that is not a network in CIDR notation. */
export function noNetwork(pointer: string, text: string): Violation {
  const says = text === '' ? 'cannot be empty' : `cannot be ${JSON.stringify(text)}: it is not an address with a prefix length`;
  return wrongValue(pointer, text, says, 'Write it like `10.0.0.0/8`, with `/32` for a single address.');
}

/** Whether a network is within another one and is smaller. */
export function isWithin(inner: Network, outer: Network): boolean {
  const rest = BigInt(outer.bits - outer.length);
  return inner.bits === outer.bits && inner.length > outer.length && inner.first >> rest === outer.first >> rest;
}

/** Whether an IPv4 address is written as an IPv6 address. Newer API servers refuse that. */
export function isMapped({ bits, first }: Network): boolean {
  return bits === 128 && first >> 32n === 0xffffn;
}

function numberOf(text: string, most: number): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const number = Number(text);
  return number <= most ? number : undefined;
}

function fourOf(text: string): bigint | undefined {
  const parts = text.split('.').map((part) => numberOf(part, 255));
  if (parts.length !== 4) return undefined;
  return joined(parts, 8n);
}

function sixOf(text: string): bigint | undefined {
  const [head = '', tail, ...more] = withoutFour(text).split('::');
  if (more.length > 0) return undefined;
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return joined([...before, ...Array.from({ length: missing }, () => 0), ...after], 16n);
}

/** Rewrites an IPv4 address in the last two groups as two groups. */
function withoutFour(text: string): string {
  const at = text.lastIndexOf(':');
  const four = text.includes('.') ? fourOf(text.slice(at + 1)) : undefined;
  return four === undefined ? text : `${text.slice(0, at + 1)}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`;
}

function groupsOf(text: string): readonly (number | undefined)[] {
  if (text === '') return [];
  return text.split(':').map((group) => {
    const digits = /^[\da-f]+$/i.test(group) ? group.replace(/^0+/, '') : 'none';
    return digits.length <= 4 && digits !== 'none' ? Number(`0x${digits || '0'}`) : undefined;
  });
}

function joined(parts: readonly (number | undefined)[], bits: bigint): bigint | undefined {
  let sum = 0n;
  for (const part of parts) {
    if (part === undefined) return undefined;
    sum = (sum << bits) | BigInt(part);
  }
  return sum;
}
