import { readFileSync } from 'node:fs';

import { blocksCel, pointerSegments, type Denial } from '../../src/admission/denial.ts';
import { judgeCreate } from '../../src/admission/judge.ts';
import { field, isObject, listAt, stringAt } from '../../src/fleet/json.ts';
import type { HubProfile } from '../../src/fleet/kinds.ts';
import type { KubeObject } from '../../src/fleet/object.ts';
import { duplicateKeys } from './duplicate-keys.ts';

/** One verdict of one hub on one case. */
export interface Judgement {
  readonly id: string;
  readonly mutation: string;
  readonly op: 'create' | 'update';
  readonly profile: HubProfile;
  readonly object: KubeObject;
  readonly old: unknown;
  readonly fieldValidation: 'Strict' | 'Ignore';
  /** Sent as text that JSON objects cannot express; the oracle does not say what was stored then. */
  readonly raw: boolean;
  readonly duplicateKeys: readonly string[];
  readonly verdict: string;
  readonly code: number;
  readonly message: string;
  /** How the hub's reply differs from what was sent. */
  readonly changes: readonly Change[];
  readonly causes: readonly { readonly reason: string; readonly field: string; readonly message: string }[];
}

/** `value` is absent where the hub removed the field. */
interface Change {
  readonly pointer: string;
  readonly value?: unknown;
}

export interface Tally {
  agreed: number;
  /** Creates that both deny, and those of them with the hub's words in every cause. */
  denied: number;
  sameWords: number;
  elsewhere: number;
  outOfScope: number;
}

export interface Disagreement {
  readonly id: string;
  readonly mutation: string;
  readonly profile: HubProfile;
  readonly size: number;
  readonly falseDenial: boolean;
  readonly hub: string;
  readonly here: string;
}

const PROFILES: Readonly<Record<string, HubProfile>> = { 'v0.3.1': 'v0.3', main: 'main' };
const HELD_BACK = 'some validation rules were not checked';

/** All cases of a file whose object can be read as JSON, one per hub version. */
export function* admissionCases(file: string): Generator<Judgement> {
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const entry = JSON.parse(line);
    const object = entry.object ?? readable(entry.raw);
    // Without a version there is no telling whose contract it is.
    if (typeof stringAt(object, 'apiVersion') !== 'string' || /\b1e400\b/.test(entry.raw ?? '')) continue;
    for (const [versions, judged] of Object.entries<Record<string, unknown>>(entry.judged)) {
      for (const version of versions.split(', ')) {
        const profile = PROFILES[version];
        if (profile === undefined) throw new Error(`${String(entry.id)}: unknown version ${version}`);
        yield {
          id: entry.id,
          mutation: entry.mutation,
          op: entry.op,
          profile,
          object: object as KubeObject,
          old: entry.old,
          fieldValidation: (entry.fieldValidation ?? 'Strict') === 'Strict' ? 'Strict' : 'Ignore',
          raw: entry.raw !== undefined,
          duplicateKeys: entry.raw === undefined ? [] : duplicateKeys(entry.raw),
          verdict: stringAt(judged, 'verdict') ?? '',
          code: Number(judged['code']),
          message: stringAt(judged, 'message') ?? '',
          changes: changesIn(judged),
          causes: listAt(judged, 'causes') as Judgement['causes'],
        };
      }
    }
  }
}

/** The object as the hub answered it, without what it writes into the metadata. */
export function answeredObject({ object, changes }: Judgement): unknown {
  const answered = structuredClone({ ...object, metadata: undefined });
  for (const { pointer, value } of changes) {
    const names = pointerSegments(pointer);
    const parent = field(answered, ...names.slice(0, -1)) as Record<string, unknown>;
    if (value === undefined) delete parent[names.at(-1) ?? ''];
    else parent[names.at(-1) ?? ''] = value;
  }
  return answered;
}

/** Counts an agreement, or returns in what the twin differs from the hub. */
export function compare(judgement: Judgement, tally: Tally): readonly Disagreement[] {
  const denials = judgeCreate(judgement.object, judgement.profile, judgement);
  if (judgement.op === 'update') return compareUpdate(judgement, denials, tally);
  const expected = expectedDenials(judgement);
  if (expected === 'out of scope') {
    tally.outOfScope++;
    return [];
  }
  const here = denials.map(spelled);
  const hub = expected.causes;
  const same = sorted(here) === sorted(hub) && (blocksCel(denials) ? !expected.celJudged : !expected.celHeldBack);
  if (!same) return [disagreement(judgement, hub, here, hub.length === 0)];
  if (hub.length === 0 && judgement.verdict === 'deny') tally.elsewhere++;
  else tally.agreed++;
  if (hub.length > 0) tally.denied++;
  const words = sorted(denials.map(({ serverMessage }) => serverMessage));
  if (hub.length > 0 && words === sorted(expected.words)) tally.sameWords++;
  return [];
}

/** On update the hub lets pass what was wrong before as well: only new faults may be denied, and all it denies must be found. */
function compareUpdate(judgement: Judgement, denials: readonly Denial[], tally: Tally): readonly Disagreement[] {
  const expected = expectedDenials(judgement);
  if (expected === 'out of scope') {
    tally.outOfScope++;
    return [];
  }
  const here = denials.map(spelled);
  const before = new Set(isObject(judgement.old) ? judgeCreate(judgement.old as KubeObject, judgement.profile).map(spelled) : []);
  const superfluous = here.filter((text) => !before.has(text) && !expected.causes.includes(text));
  const missed = expected.causes.filter((text) => !here.includes(text));
  if (superfluous.length + missed.length > 0) return [disagreement(judgement, expected.causes, here, superfluous.length > 0)];
  tally[expected.causes.length === 0 && judgement.verdict === 'deny' ? 'elsewhere' : 'agreed']++;
  return [];
}

interface Expected {
  readonly causes: readonly string[];
  readonly words: readonly string[];
  /** The hub said that it left its CEL rules out; it says so only of kinds that have some. */
  readonly celHeldBack: boolean;
  readonly celJudged: boolean;
}

const WITHOUT_CEL = { celHeldBack: false, celJudged: false };
const NOTHING: Expected = { causes: [], words: [], ...WITHOUT_CEL };

/** What decoding and schema contributed to the hub's answer. */
function expectedDenials({ op, verdict, code, message, causes }: Judgement): Expected | 'out of scope' {
  // A conflict is answered before the new content is looked at.
  if (op === 'update' && code === 409) return 'out of scope';
  if (verdict === 'allow' || code === 403 || code === 409) return NOTHING;
  if (code === 400) {
    const strict = /strict decoding error: (.*)$/s.exec(message)?.[1];
    if (strict !== undefined) {
      const faults = [...strict.matchAll(/(unknown|duplicate) field "((?:[^"\\]|\\.)*)"/g)];
      return {
        causes: faults.map(([, fault, place]) => `${fault === 'unknown' ? 'FieldUnknown' : 'FieldDuplicate'} ${place ?? ''}`),
        words: faults.map(([text]) => `strict decoding error: ${text}`),
        ...WITHOUT_CEL,
      };
    }
    const undecodable = /(json: cannot unmarshal .*|parsing time )/s.exec(message)?.[1];
    if (undecodable === undefined || message.includes('validating" denied')) return undecodable === undefined ? 'out of scope' : NOTHING;
    return { causes: [`FieldUndecodable ${undecodable}`], words: [undecodable], ...WITHOUT_CEL };
  }
  if (code !== 422 || causes.some((cause) => cause.field === 'kind')) return 'out of scope';
  const ofSchema = causes.filter(
    ({ reason, field: place, message: text }) =>
      place !== '<nil>' && (reason !== 'FieldValueInvalid' || / in body /.test(text) || place.startsWith('metadata.')),
  );
  return {
    causes: ofSchema.map((cause) => `${cause.reason} ${cause.field}`),
    words: ofSchema.map(({ message: text }) => text),
    celHeldBack: causes.some(({ message: text }) => text.includes(HELD_BACK)),
    celJudged: causes.some(
      (cause) => !ofSchema.includes(cause) && !cause.message.includes(HELD_BACK) && !cause.message.includes('(anyOf)'),
    ),
  };
}

function changesIn(judged: unknown): readonly Change[] {
  const removed = listAt(judged, 'removed').map((pointer): Change => ({ pointer: String(pointer) }));
  const changed = listAt(judged, 'changed').map((entry): Change => ({
    pointer: stringAt(entry, 'pointer') ?? '',
    value: field(entry, 'to'),
  }));
  return [...removed, ...changed, ...(listAt(judged, 'defaulted') as readonly Change[])];
}

/** A denial as it is compared: reason and field, for undecodable values Go's sentence (which names the field). */
function spelled(denial: Denial): string {
  return `${denial.reason} ${denial.reason === 'FieldUndecodable' ? denial.serverMessage.replace(/^(parsing time ).*/, '$1') : denial.field}`;
}

function disagreement(judgement: Judgement, hub: readonly string[], here: readonly string[], falseDenial: boolean): Disagreement {
  const { id, mutation, profile, object, code } = judgement;
  return {
    id,
    mutation,
    profile,
    size: JSON.stringify(object).length,
    falseDenial,
    hub: `${String(code)} ${sorted(hub)}`,
    here: sorted(here),
  };
}

/** As a set: the hub may say the same cause of one field twice. */
function sorted(texts: readonly string[]): string {
  return [...new Set(texts)].toSorted().join(' | ');
}

function readable(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
