import { isDeepStrictEqual } from 'node:util';
import { field, isObject, listAt, objectAt, stringAt, type JsonObject } from '../../fleet/json/json.ts';
import { compareQuantities, parseQuantity } from '../../fleet/kubernetes/quantity.ts';
import { versionOf, type KubeObject } from '../../fleet/kubernetes/object.ts';
import { contradicts } from '../../schedule/change/field-comparison.ts';

type ImmutableRule = (before: KubeObject, after: KubeObject) => readonly string[];

/** Kinds whose immutability depends on more than one field, by group and kind. Each rule returns JSON pointers. */
export const IMMUTABLE_RULES: Readonly<Record<string, ImmutableRule>> = {
  '/ConfigMap': sealedContent,
  '/PersistentVolume': volumeSource,
  '/PersistentVolumeClaim': claimSize,
  '/ResourceQuota': quotaScopes,
  '/Secret': sealedContent,
  '/Service': (before, after) => [...clusterIp(before, after), ...ipFamily(before, after), ...balancerClass(before, after)],
  'apiextensions.k8s.io/CustomResourceDefinition': storedVersions,
  'batch/Job': jobTemplate,
  'networking.k8s.io/ServiceCIDR': serviceRanges,
};

/** A ConfigMap or Secret with `immutable: true`. Values of `stringData` remain on the server after they are removed from the manifest. */
function sealedContent(before: KubeObject, after: KubeObject): readonly string[] {
  if (before['immutable'] !== true) return [];
  const [old, now] = [contentOf(before), contentOf(after)];
  const isEdited = (name: string): boolean =>
    [...now].some(([key, value]) => key.startsWith(`${name}/`) && old.get(key) !== value) ||
    Object.keys(objectAt(before, name) ?? {}).some((key) => !now.has(`${name}/${key}`));
  return [
    ...(after['immutable'] === true ? [] : ['/immutable']),
    ...['data', 'binaryData']
      .filter(isEdited)
      .map((name) => (objectAt(after, name) === undefined && objectAt(after, 'stringData') !== undefined ? '/stringData' : `/${name}`)),
  ];
}

/** The content by field and key; for a Secret, as it is stored. */
function contentOf(object: KubeObject): ReadonlyMap<string, unknown> {
  const encoded = Object.entries(objectAt(object, 'stringData') ?? {}).map(
    ([key, text]) => [key, typeof text === 'string' ? Buffer.from(text).toString('base64') : text] as const,
  );
  const entriesOf = (name: string, content: JsonObject): readonly (readonly [string, unknown])[] =>
    Object.entries(content).map(([key, value]) => [`${name}/${key}`, value]);
  return new Map([
    ...entriesOf('data', { ...objectAt(object, 'data'), ...Object.fromEntries(encoded) }),
    ...entriesOf('binaryData', objectAt(object, 'binaryData') ?? {}),
  ]);
}

const NO_SOURCE: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

function volumeSource(before: KubeObject, after: KubeObject): readonly string[] {
  const sourceOf = (object: KubeObject): string | undefined =>
    Object.keys(objectAt(object, 'spec') ?? {}).find((key) => !NO_SOURCE.has(key));
  const [old, now] = [sourceOf(before), sourceOf(after)];
  if (old === undefined || now === undefined) return [];
  return old !== now || contradicts(field(before, 'spec', old), field(after, 'spec', now)) ? [`/spec/${now}`] : [];
}

/** A field that API servers let only grow. */
export const CLAIM_SIZE = '/spec/resources/requests/storage';

/**
 * A claim can request more, but only after it is bound. It can request less only after an expansion has failed
 * (ValidatePersistentVolumeClaimUpdate), which the manifests do not show.
 */
function claimSize(before: KubeObject, after: KubeObject): readonly string[] {
  const [old, now] = [before, after].map((claim) => {
    const size = field(claim, 'spec', 'resources', 'requests', 'storage');
    return typeof size === 'string' || typeof size === 'number' ? parseQuantity(size) : undefined;
  });
  if (old === undefined || now === undefined) return [];
  const change = compareQuantities(now, old);
  const isPending = stringAt(before, 'status', 'phase') === 'Pending';
  return change < 0 || (change > 0 && isPending) ? [CLAIM_SIZE] : [];
}

function quotaScopes(before: KubeObject, after: KubeObject): readonly string[] {
  const [old, now] = [before, after].map((object) => new Set(listAt(object, 'spec', 'scopes')));
  return isDeepStrictEqual(old, now) ? [] : ['/spec/scopes'];
}

/** An address that a Service got is never `None`. */
function clusterIp(before: KubeObject, after: KubeObject): readonly string[] {
  if ([before, after].some((object) => stringAt(object, 'spec', 'type') === 'ExternalName')) return [];
  const [old = '', now = ''] = [before, after].map((object) => stringAt(object, 'spec', 'clusterIP'));
  const isEdited = old === '' ? now === 'None' : now !== '' && now !== old;
  return isEdited ? ['/spec/clusterIP'] : [];
}

/** The first family of a Service that has an address of the cluster before and after the edit. A second one can be added and removed. */
function ipFamily(before: KubeObject, after: KubeObject): readonly string[] {
  const isOther = (object: KubeObject): boolean =>
    stringAt(object, 'spec', 'type') === 'ExternalName' || stringAt(object, 'spec', 'clusterIP') === 'None';
  if ([before, after].some(isOther)) return [];
  const [old, now] = [before, after].map((object) => listAt(object, 'spec', 'ipFamilies')[0]);
  return old === undefined || now === undefined || old === now ? [] : ['/spec/ipFamilies'];
}

/** A second range can be added. */
function serviceRanges(before: KubeObject, after: KubeObject): readonly string[] {
  const [old = [], now = []] = [before, after].map((object) => listAt(object, 'spec', 'cidrs'));
  return old.some((range, index) => range !== now[index]) ? ['/spec/cidrs'] : [];
}

/** Only if the Service stays a LoadBalancer. Webhooks of cloud providers set the class if it is missing. */
function balancerClass(before: KubeObject, after: KubeObject): readonly string[] {
  if ([before, after].some((object) => stringAt(object, 'spec', 'type') !== 'LoadBalancer')) return [];
  const [old, now] = [before, after].map((object) => stringAt(object, 'spec', 'loadBalancerClass'));
  return old === undefined || now === undefined || old === now ? [] : ['/spec/loadBalancerClass'];
}

/** The versions of a CustomResourceDefinition. An edit of them is refused if a version is missing in which objects are stored. */
export const CRD_VERSIONS = '/spec/versions';

/** At the new storage version if the edit adds it, because that line is edited. */
function storedVersions(before: KubeObject, after: KubeObject): readonly string[] {
  if (lostStoredVersions(before, after).length === 0) return [];
  const old = new Set(versionNames(before));
  const added = listAt(after, 'spec', 'versions').findIndex(
    (version) => field(version, 'storage') === true && !old.has(stringAt(version, 'name')),
  );
  return [added === -1 ? CRD_VERSIONS : `${CRD_VERSIONS}/${added}/name`];
}

/**
 * The versions in which objects of a CustomResourceDefinition are stored, and which it does not list after the edit. API servers note them
 * in `status.storedVersions`. A manifest shows only the last one: an older one may have been removed there after a migration. Source:
 * `k8s.io/apiextensions-apiserver`, ValidateCustomResourceDefinitionStoredVersions.
 */
export function lostStoredVersions(before: KubeObject, after: KubeObject): readonly string[] {
  const names = versionNames(after);
  // A placeholder may be any name, and hubs do not serve CRDs of v1beta1.
  const isKnown = names.length > 0 && names.every((name) => name !== undefined && VERSION_NAME.test(name));
  if (!isKnown || [before, after].some(({ apiVersion }) => versionOf(apiVersion) !== 'v1')) return [];
  const noted = listAt(before, 'status', 'storedVersions').filter((name) => typeof name === 'string');
  const stored = listAt(before, 'spec', 'versions').filter((version) => field(version, 'storage') === true);
  // The API server does not accept a definition with two storage versions.
  const last = stored.length === 1 ? stringAt(stored[0], 'name') : undefined;
  return (noted.length > 0 || last === undefined ? noted : [last]).filter((name) => !names.includes(name));
}

const VERSION_NAME = /^[a-z][a-z0-9-]*$/;

function versionNames(definition: KubeObject): readonly (string | undefined)[] {
  return listAt(definition, 'spec', 'versions').map((version) => stringAt(version, 'name'));
}

/**
 * A Job with a time to live may be deleted by then. An Indexed Job can change `completions` together with `parallelism`. Source:
 * ValidateJobSpecUpdate.
 */
function jobTemplate(before: KubeObject, after: KubeObject): readonly string[] {
  if (field(before, 'spec', 'ttlSecondsAfterFinished') !== undefined) return [];
  const isSuspended = field(before, 'spec', 'suspend') === true;
  const isElastic =
    stringAt(before, 'spec', 'completionMode') === 'Indexed' &&
    (field(after, 'spec', 'parallelism') ?? 1) === field(after, 'spec', 'completions');
  return ['template', ...(isElastic ? [] : ['completions'])]
    .filter((name) => {
      const [old, now] = [before, after].map(({ spec }) => (isSuspended ? fixedPart(field(spec, name)) : field(spec, name)));
      return contradicts(old, now) || gains(old, now);
    })
    .map((name) => `/spec/${name}`);
}

/** What can change in the template of a suspended Job. `resources`: only in newer versions of Kubernetes. */
const OPEN_IF_SUSPENDED = new Set(['metadata', 'nodeAffinity', 'nodeSelector', 'resources', 'schedulingGates', 'tolerations']);

function fixedPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fixedPart);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, entry]) => (OPEN_IF_SUSPENDED.has(key) ? [] : [[key, fixedPart(entry)]])));
}

/** Fields that API servers and common controllers do not add to the template of a Job. */
const AUTHORED = new Set(['args', 'command', 'env', 'envFrom', 'initContainers', 'ports', 'volumeMounts', 'volumes', 'workingDir']);

/** Whether the field exists after the change and did not exist before. */
function gains(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after)) return after.some((entry, index) => gains(before[index], entry));
  if (!isObject(before) || !isObject(after)) return false;
  return Object.keys(after).some((key) =>
    AUTHORED.has(key) && isNothing(before[key]) ? !isNothing(after[key]) : gains(before[key], after[key]),
  );
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
