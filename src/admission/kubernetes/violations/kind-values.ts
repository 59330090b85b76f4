import { childPointer } from '../../../fleet/json/json-pointer.ts';
import { isObject, listAt, stringAt, type JsonObject } from '../../../fleet/json/json.ts';
import { letterFirstFault } from '../../name-format.ts';
import { oneOf } from '../../wording/value-hints.ts';
import { addressOf } from './addresses.ts';
import { isMore, quantityAt } from './quantities.ts';
import { named, ofObject, word, type Check, type Shape } from './shape.ts';
import { mistyped, wrongTogether, wrongValue, type Violation } from './violation.ts';

/** A simple path into the object, such as `.status.phase`. */
const jsonPath: Check = function* check(value, at) {
  if (typeof value === 'string' && value !== '' && !value.startsWith('.'))
    yield wrongValue(at, value, `cannot be ${JSON.stringify(value)}: it must begin with a dot`, `Write \`.${value}\`.`);
};

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];

const columnType: Check = (value, at) => {
  if (typeof value !== 'string' || value === '' || COLUMN_TYPES.includes(value)) return [];
  const misspelt = mistyped(at, value, COLUMN_TYPES);
  return misspelt.length > 0 ? misspelt : [wrongValue(at, value, `cannot be ${JSON.stringify(value)}`, oneOf(COLUMN_TYPES))];
};

/** Amounts of which the first may not be more than the second. */
const ORDERED = [
  ['min', 'max'],
  ['min', 'defaultRequest'],
  ['min', 'default'],
  ['defaultRequest', 'default'],
  ['defaultRequest', 'max'],
  ['default', 'max'],
] as const;

function* limitViolations(limit: JsonObject, at: string): Iterable<Violation> {
  for (const [less, more] of ORDERED)
    for (const name of Object.keys(isObject(limit[less]) ? limit[less] : {})) {
      const [low, high] = [less, more].map((list) => quantityAt(limit, list, name));
      if (!isMore(low, high) || high === undefined) continue;
      const pointer = childPointer(`${at}/${less}`, name);
      yield wrongTogether(pointer, [low?.text, high.text], `is more than \`${more}\`, ${high.text}`, 'Write at most that.', [
        `${at}/${more}`,
      ]);
      return;
    }
  if (stringAt(limit, 'type') !== 'Pod') return;
  for (const name of ['default', 'defaultRequest'])
    if (Object.keys(isObject(limit[name]) ? limit[name] : {}).length > 0)
      yield wrongTogether(`${at}/${name}`, [], 'cannot be set with `type: Pod`', 'Remove it, or write `type: Container`.', [`${at}/type`]);
}

/** Checks the addresses of an EndpointSlice. Source: `pkg/apis/discovery/validation/validation.go` of Kubernetes, validateEndpoints. */
function* sliceViolations(slice: JsonObject, at: string): Iterable<Violation> {
  const type = stringAt(slice, 'addressType') ?? '';
  const bits = type === 'IPv4' ? 32 : type === 'IPv6' ? 128 : undefined;
  if (bits === undefined) return;
  for (const [index, endpoint] of listAt(slice, 'endpoints').entries())
    for (const [place, address] of listAt(endpoint, 'addresses').entries())
      if (typeof address === 'string' && addressOf(address)?.bits !== bits)
        yield wrongTogether(
          `${at}/endpoints/${index}/addresses/${place}`,
          [address, type],
          `cannot be ${JSON.stringify(address)}: it is not an ${type} address`,
          `Write an ${type} address, or the right \`addressType\`.`,
          [`${at}/addressType`],
        );
}

const TARGET: Shape = { target: { type: word('AverageValue', 'Utilization', 'Value') } };
const SCALING: Shape = { selectPolicy: word('Disabled', 'Max', 'Min'), policies: { '*': { type: word('Percent', 'Pods') } } };
const WEBHOOKS: Shape = {
  webhooks: { '*': { rules: { '*': { operations: { '*': word('*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE') } } } } },
};
const KEPT = word('Delete', 'Retain');

/**
 * Fields of objects by kind, one by one. Source: the validation of Kubernetes, `pkg/apis`. A word is reported only if it is a misspelling
 * of a known one.
 */
export const VALUES_OF_KINDS: Readonly<Record<string, Shape>> = {
  '/LimitRange': { spec: { limits: { '*': { $: ofObject(limitViolations), type: word('Container', 'PersistentVolumeClaim', 'Pod') } } } },
  '/ResourceQuota': { spec: { scopes: { '*': word('BestEffort', 'NotBestEffort', 'NotTerminating', 'PriorityClass', 'Terminating') } } },
  '/Service': { spec: { trafficDistribution: word('PreferClose', 'PreferSameNode', 'PreferSameZone') } },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': WEBHOOKS,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': WEBHOOKS,
  'apiextensions.k8s.io/CustomResourceDefinition': {
    spec: {
      conversion: { strategy: word('None', 'Webhook') },
      names: { categories: { '*': named(letterFirstFault) }, shortNames: { '*': named(letterFirstFault) } },
      versions: { '*': { additionalPrinterColumns: { '*': { jsonPath, type: columnType } } } },
    },
  },
  'apps/StatefulSet': { spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: KEPT, whenScaled: KEPT } } },
  'discovery.k8s.io/EndpointSlice': { $: ofObject(sliceViolations) },
  'autoscaling/HorizontalPodAutoscaler': {
    spec: {
      behavior: { scaleDown: SCALING, scaleUp: SCALING },
      metrics: {
        '*': {
          type: word('ContainerResource', 'External', 'Object', 'Pods', 'Resource'),
          containerResource: TARGET,
          external: TARGET,
          object: TARGET,
          pods: TARGET,
          resource: TARGET,
        },
      },
    },
  },
};
