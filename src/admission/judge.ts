import type { HubProfile } from '../fleet/kinds.ts';
import type { KubeObject } from '../fleet/object.ts';
import { contractFor, schemaNode, type Contract } from './contracts/contract.ts';
import { applyDefaults, withoutNulls } from './defaulting.ts';
import type { Denial } from './denial.ts';
import { decodingDenial } from './decoding-denial.ts';
import { decodingError } from './go-decoding.ts';
import { objectMeta } from './object-meta.ts';
import { OBJECT_META } from './object-meta-type.ts';
import { mutatedPlacement } from './placement-mutator.ts';
import { CLUSTER_RESOURCE_PLACEMENT } from './placement-type.ts';
import { strictDecoding } from './strict-decoding.ts';
import { structuralSchema } from './structural-schema.ts';

export type { Denial } from './denial.ts';

export interface Extras {
  /** Pointers whose text holds an unexpanded variable: nothing at them or below is judged. */
  readonly unresolved?: readonly string[];
  /** Pointers of keys written twice. Only JSON reaches the server with them: kubectl drops them from YAML. */
  readonly duplicateKeys?: readonly string[];
  /** `Ignore` when the client lets unknown fields and duplicate keys pass; kubectl's default is `Strict`. */
  readonly fieldValidation?: 'Strict' | 'Ignore';
}

export interface Admission {
  readonly denials: readonly Denial[];
  /** The object as CEL rules and validating webhooks see it: nulls dropped, mutated and defaulted, no status. As written after a 400. */
  readonly object: KubeObject;
}

/**
 * What the hub's decoding and structural schema refuse when the object is created; empty when they let it pass, and for objects
 * that have no contract (`contractFor`). Sorted by place. CEL rules and validating webhooks are not part of it.
 */
export function judgeCreate(object: KubeObject, profile: HubProfile, extras: Extras = {}): readonly Denial[] {
  return admitCreate(object, profile, extras).denials;
}

/** Like `judgeCreate`, with the object that the next layer judges. */
export function admitCreate(object: KubeObject, profile: HubProfile, extras: Extras = {}): Admission {
  const contract = contractFor(object, profile);
  if (contract === undefined) return { denials: [], object };
  const judged = isJudged(extras.unresolved ?? []);

  const undecodable = decodingError(object.metadata, OBJECT_META, '/metadata', judged);
  if (undecodable !== undefined) return { denials: [decodingDenial(object, undecodable)], object };
  if (extras.fieldValidation !== 'Ignore') {
    const denials = strictDecoding(object, contract, extras.duplicateKeys ?? []).filter(({ pointer }) => judged(pointer));
    if (denials.length > 0) return { denials: sorted(denials), object };
  }
  return afterDecoding(object, contract, judged);
}

type Judged = (pointer: string) => boolean;

function afterDecoding(object: KubeObject, contract: Contract, judged: Judged): Admission {
  const schema = schemaNode(contract.root);
  let stored = withoutNulls(object, schema) as KubeObject;
  applyDefaults(stored, schema);
  if (contract.kind === 'ClusterResourcePlacement') {
    const undecodable = decodingError(stored, CLUSTER_RESOURCE_PLACEMENT, '', judged);
    if (undecodable !== undefined) return { denials: [decodingDenial(object, undecodable)], object };
    stored = mutatedPlacement(stored);
    applyDefaults(stored, schema);
  }
  delete (stored as Record<string, unknown>)['status'];
  const denials = [...objectMeta(stored), ...structuralSchema(stored, contract)];
  return { denials: sorted(denials.filter(({ pointer }) => judged(pointer))), object: stored };
}

function isJudged(unresolved: readonly string[]): Judged {
  return (pointer) => !unresolved.some((prefix) => pointer === prefix || pointer.startsWith(`${prefix}/`));
}

function sorted(denials: readonly Denial[]): readonly Denial[] {
  return denials.toSorted((a, b) => (a.pointer === b.pointer ? 0 : a.pointer < b.pointer ? -1 : 1));
}
