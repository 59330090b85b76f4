import { pointerKeys } from '../../fleet/json/json-pointer.ts';
import { isObject, listAt, stringAt } from '../../fleet/json/json.ts';
import { isBase64 } from '../../fleet/text/is-base64.ts';
import { enclosedObjects, isEnvelope } from '../../fleet/kubefleet/envelope.ts';
import type { KubeObject } from '../../fleet/kubernetes/object.ts';
import { mentionsSecret } from '../../secrets/embedded-text.ts';
import { selectsSecrets } from '../../secrets/secret-fields.ts';
import { isData, isSecretLike } from '../../secrets/secret-like.ts';
import type { ReadResult } from '../../static/read/read-result.ts';
import { sourceSecrets } from '../../static/read/render/source-secrets.ts';
import { type ReadDocument, readDocuments } from '../../yaml/documents.ts';
import { expandLists } from '../../yaml/lists.ts';

/**
 * The objects of a tree with values of Secrets. Also what a kustomization may leave out of what it builds, Secrets that a hub refuses, what
 * overrides of Secrets write, and the values below those of a Secret, each as data of a Secret.
 */
export function secretHolders({ manifests, problems, texts }: ReadResult): readonly unknown[] {
  const objects = manifests.flatMap(({ object }): readonly KubeObject[] => (isEnvelope(object) ? enclosedObjects(object) : [object]));
  const sources = new Set(manifests.flatMap(({ rendered }) => rendered?.sources ?? []));
  const faulty = new Set(problems.map(({ file }) => file));
  const overrides = objects.filter(({ kind }) => kind.endsWith('Override'));
  const secrets = [
    ...objects.filter(isSecretLike),
    ...[...sources].flatMap(sourceSecrets),
    ...[...faulty].flatMap((file) => secretsOfFaulty(texts?.get(file) ?? '')),
    ...overrides.flatMap(patchedData),
  ];
  return [...secrets, ...secrets.flatMap(valuesBelow), ...overrides];
}

/** The Secrets in a text with faults, such as one without apiVersion, and what is behind the first of two equal keys of their data. */
function secretsOfFaulty(text: string): readonly unknown[] {
  if (!mentionsSecret(text)) return [];
  return [...readDocuments(text)].flatMap((document) => (document.kind === 'read' ? secretsOfDocument(document) : []));
}

function secretsOfDocument({ value, duplicates }: ReadDocument): readonly unknown[] {
  const secrets = [...expandLists(value)].filter((found) => stringAt(found.value, 'kind') !== undefined && isSecretLike(found.value));
  const pointers = new Set(secrets.map(({ pointer }) => pointer));
  const firsts = duplicates.flatMap(({ pointer, first }) => {
    const at = /^(?:\/items\/\d+)*/.exec(pointer)?.[0] ?? '';
    return pointers.has(at) ? dataAt(pointer.slice(at.length), first.node.value) : [];
  });
  return [...secrets.map((found) => found.value), ...firsts];
}

/** What an override of Secrets writes into their data. */
function patchedData({ spec }: KubeObject): readonly unknown[] {
  if (!isObject(spec) || !selectsSecrets(spec)) return [];
  const patches = listAt(spec, 'policy', 'overrideRules').flatMap((rule) => listAt(rule, 'jsonPatchOverrides'));
  return patches.flatMap((patch) => (isObject(patch) ? dataAt(stringAt(patch, 'path') ?? '', patch['value']) : []));
}

/** A Secret with this value at this place of its data; none for a place elsewhere. */
function dataAt(pointer: string, value: unknown): readonly unknown[] {
  const [name = '', key] = pointerKeys(pointer);
  return isData(name) ? [{ kind: 'Secret', [name]: key === undefined ? value : { value } }] : [];
}

/** A Secret with the texts in lists and mappings that its data has in the place of texts, in base64 or not; a hub refuses them. */
function valuesBelow(secret: unknown): readonly unknown[] {
  if (!isObject(secret)) return [];
  return Object.entries(secret).flatMap(([name, data]) => {
    if (!isData(name) || !isObject(data)) return [];
    const texts = Object.values(data).flatMap((value) => (typeof value === 'string' ? [] : textsIn(value)));
    return texts.map((text) => ({ kind: 'Secret', [name !== 'stringData' && isBase64(text) ? 'data' : 'stringData']: { text } }));
  });
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) || isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
