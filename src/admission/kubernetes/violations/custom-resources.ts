import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { field, isObject, objectAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import type { KubeObject } from '../../../fleet/kubernetes/object.ts';
import { letterFirstFault, subdomainFault } from '../../name-format.ts';
import { entriesIn } from './entries.ts';
import { schemaViolations } from './schemas.ts';
import { misnamed, mistyped, repeated, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** Checks CRDs, without their schemas. Source: `k8s.io/apiextensions-apiserver`, `pkg/apis/apiextensions/validation/validation.go`. */
export function* customResourceViolations(object: KubeObject): Iterable<Violation> {
  const spec = objectAt(object, 'spec');
  if (spec === undefined) return;
  const [group, plural] = [stringAt(spec, 'group') ?? '', stringAt(spec, 'names', 'plural') ?? ''];
  const name = stringAt(object, 'metadata', 'name') ?? '';
  if (name !== '' && group !== '' && plural !== '' && name !== `${plural}.${group}`) {
    const says = `cannot be ${JSON.stringify(name)}: it must be \`spec.names.plural\`, a dot and \`spec.group\``;
    yield wrongTogether('/metadata/name', [name, plural, group], says, `Write \`${plural}.${group}\`.`, [
      '/spec/names/plural',
      '/spec/group',
    ]);
  }
  if (group !== '' && (!group.includes('.') || subdomainFault(group) !== undefined))
    yield wrongValue(
      '/spec/group',
      group,
      `cannot be ${JSON.stringify(group)}: it must be a DNS name with a dot`,
      'Write it like `shop.example.com`.',
    );
  yield* mistyped('/spec/scope', spec['scope'], ['Cluster', 'Namespaced']);
  if (spec['preserveUnknownFields'] === true)
    yield wrongValue(
      '/spec/preserveUnknownFields',
      true,
      'cannot be true in a CRD of v1',
      'Remove it, and write `x-kubernetes-preserve-unknown-fields: true` into the schema.',
    );
  if (stringAt(spec, 'conversion', 'strategy') === 'Webhook' && (field(spec, 'conversion', 'webhook') ?? undefined) === undefined)
    yield wrongTogether('/spec/conversion/webhook', [], 'is required with `strategy: Webhook`', 'Add it, with its `clientConfig`.', [
      '/spec/conversion',
    ]);
  yield* approvalViolations(object, group);
  yield* kindViolations(spec);
  yield* versionViolations(spec);
}

const APPROVED = 'api-approved.kubernetes.io';

/** A CRD in a group of Kubernetes itself needs an annotation with the address of its approval. */
function* approvalViolations(object: KubeObject, group: string): Iterable<Violation> {
  const isOfKubernetes = ['k8s.io', 'kubernetes.io'].some((owner) => group === owner || group.endsWith(`.${owner}`));
  if (!isOfKubernetes || (field(object, 'metadata', 'annotations', APPROVED) ?? '') !== '') return;
  const says = `is required in a group of ${group}, which belongs to Kubernetes`;
  const remedy = 'Add the annotation with the address of the approval, or write `unapproved` and why.';
  yield wrongTogether(childPointer('/metadata/annotations', APPROVED), [], says, remedy, ['/metadata/annotations', '/spec/group']);
}

function* kindViolations(spec: JsonObject): Iterable<Violation> {
  const names = objectAt(spec, 'names');
  for (const key of ['plural', 'singular']) yield* misnamed(`/spec/names/${key}`, names?.[key], letterFirstFault);
  for (const key of ['kind', 'listKind'])
    yield* misnamed(`/spec/names/${key}`, names?.[key], (name) => letterFirstFault(name.toLowerCase()));
  const kind = stringAt(names, 'kind') ?? '';
  if (kind !== '' && kind === names?.['listKind'])
    yield wrongTogether('/spec/names/listKind', [kind], 'is the same as `kind`', `Write \`${kind}List\`, or remove it.`, [
      '/spec/names/kind',
    ]);
}

function* versionViolations(spec: JsonObject): Iterable<Violation> {
  const versions = entriesIn(spec, '/spec', 'versions');
  const at = '/spec/versions';
  const stored = versions.filter(({ entry }) => entry['storage'] === true);
  if (Array.isArray(spec['versions']) && stored.length !== 1)
    yield wrongTogether(
      at,
      [],
      `has ${stored.length === 0 ? 'none' : stored.length} with \`storage: true\`, not one`,
      'Write `storage: true` for one version.',
    );
  for (const { entry, pointer } of repeated(versions, (each) => each.entry['name']))
    yield wrongTogether(`${pointer}/name`, [entry['name']], 'is the name of another version as well', 'Remove one of the two.');
  for (const { entry: version, pointer } of versions) {
    yield* misnamed(`${pointer}/name`, version['name'], letterFirstFault);
    const schema = field(version, 'schema', 'openAPIV3Schema') ?? undefined;
    if (schema === undefined && (version['schema'] === undefined || objectAt(version, 'schema') !== undefined))
      yield wrongTogether(`${pointer}/schema/openAPIV3Schema`, [], 'is required', 'Add a schema, at least `type: object`.', [pointer]);
    else if (isObject(schema)) yield* schemaViolations(schema, `${pointer}/schema/openAPIV3Schema`);
  }
}
