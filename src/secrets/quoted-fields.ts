import { pointerKeys } from '../fleet/json/json-pointer.ts';
import { field, isObject, stringAt } from '../fleet/json/json.ts';
import { ownCopy } from '../fleet/json/own-copy.ts';
import { setOwn } from '../fleet/json/set-own.ts';
import { isCredential, namesCredential } from './credential-names.ts';

/**
 * A field of an object by JSON pointer, with the value on each side as Go prints it (`fmt.Sprint`), which are details of a drift or a
 * difference. `undefined` on a side without the field. The index of an entry is the same on both sides: the lists are compared entry by
 * entry, and what one side has more is at the end. Source: `preparePatchDetails` of KubeFleet's
 * `pkg/controllers/workapplier/drift_detection_takeover.go`, and `wI2L/jsondiff`.
 */
export interface QuotedField {
  readonly path: string;
  readonly hub: string | undefined;
  readonly member: string | undefined;
}

/** All quoted fields of one object. */
export interface Quoted {
  readonly kind: string;
  readonly fields: readonly QuotedField[];
  /** What is known of the object on the hub, current or former: the names beside the values. */
  readonly contents: readonly unknown[];
}

/** Whether the value of a field on each side is or may be confidential. */
export interface ConfidentialSides {
  readonly hub: boolean;
  readonly member: boolean;
}

/** How values are recognised elsewhere, so that a quoted value is hidden exactly if it is hidden in its object. */
export interface Recognition {
  /** A value without its confidential parts. */
  readonly redact: (value: unknown) => unknown;
  readonly isConfidential: (text: string) => boolean;
}

/**
 * Which values of the fields are confidential. The path of a variable or an argument has an index instead of a name (`/env/0/value`). Its
 * name is taken from the contents that have the same values as the hub. If none has, its value may be confidential.
 */
export function confidentialSides({ kind, fields, contents }: Quoted, recognition: Recognition): readonly ConfidentialSides[] {
  const matching = contents.filter((content) => fields.every((quoted) => hasHubValue(content, quoted)));
  const onHub = matching.map((content) => judged(content, recognition));
  const onMember = matching.map((content) => judged(onMemberSide(content, fields), recognition));
  return fields.map(({ path, hub, member }) => ({
    hub: hub !== undefined && isHiddenAt(kind, path, hub, onHub, recognition),
    member: member !== undefined && isHiddenAt(kind, path, member, onMember, recognition),
  }));
}

/** Whether a JSON pointer leads into the data of a Secret, or of an object in an envelope, which may be one. */
export function isPathOfSecret(path: string): boolean {
  return /^(?:\/stringData|\/data\/[^/]+\/(?:data|stringData|binaryData))(?:\/|$)/.test(path);
}

interface Judged {
  readonly shown: unknown;
  readonly redacted: unknown;
}

function judged(content: unknown, { redact }: Recognition): Judged {
  return { shown: content, redacted: redact(content) };
}

function isHiddenAt(kind: string, path: string, value: string, contents: readonly Judged[], { isConfidential }: Recognition): boolean {
  const keys = pointerKeys(path);
  if (isPathOfSecret(path) || keys.some(namesCredential) || isCredential(keys.at(-1) ?? '', value)) return true;
  // Go prints lists and maps in brackets.
  if (isConfidential(value) || isConfidential(value.replaceAll(/[[\]]/g, ' '))) return true;
  const known = contents.filter(({ shown }) => hasName(shown, keys));
  if (known.some(({ shown, redacted }) => !isSame(field(shown, ...keys), field(redacted, ...keys)))) return true;
  return known.length === 0 && isNamedBeside(kind, keys);
}

/** Fields whose entries are named by something other than their key. The keys of a ConfigMap are names. */
const NAMED_BESIDE = /(?:env(?:s|vars|ironment)?|variables|args?|arguments|command|param(?:eter)?s|headers)$/i;
const DATA = /^(?:data|stringData|binaryData)$/;

function isNamedBeside(kind: string, keys: readonly string[]): boolean {
  const last = keys.at(-1) ?? '';
  if (last === 'name') return false;
  return last === 'value' || last === 'default' || keys.some((key) => NAMED_BESIDE.test(key) || (kind !== 'ConfigMap' && DATA.test(key)));
}

/** Whether a content has the field, and beside it what names its value: the name of a variable, or the argument before. */
function hasName(content: unknown, keys: readonly string[]): boolean {
  if (field(content, ...keys) === undefined) return false;
  const last = keys.at(-1) ?? '';
  const parent = field(content, ...keys.slice(0, -1));
  if (Array.isArray(parent)) return last === '0' || parent[Number(last) - 1] !== undefined;
  return (last !== 'value' && last !== 'default') || (stringAt(parent, 'name') ?? stringAt(parent, 'key')) !== undefined;
}

/** Whether the content is the one that was compared, as far as texts show it. */
function hasHubValue(content: unknown, { path, hub }: QuotedField): boolean {
  if (hub === undefined) return true;
  const value = field(content, ...pointerKeys(path));
  return typeof value === 'string' ? value === hub : value !== undefined;
}

/** The content as the member has it, with values as texts. */
function onMemberSide(content: unknown, fields: readonly QuotedField[]): unknown {
  const copy = ownCopy(content);
  for (const { path, member } of fields) {
    const keys = pointerKeys(path);
    const last = keys.at(-1) ?? '';
    const parent = field(copy, ...keys.slice(0, -1));
    if (Array.isArray(parent)) {
      const at = last === '-' ? parent.length : Number(last);
      if (member === undefined) parent.splice(at, 1);
      else if (at <= parent.length) parent[at] = member;
    } else if (isObject(parent)) setOwn(parent, last, member);
  }
  return copy;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
