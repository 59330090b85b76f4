import { qualifiedNameFault } from '../../name-format.ts';
import type { Check } from './shape.ts';
import { misnamed, mistyped, unlisted, type Violation, wrongValue } from './violation.ts';

/**
 * Checks the path of a field of the Pod whose value a variable or a file gets. Only labels and annotations have keys, which are written in
 * brackets and single quotes. Source: `pkg/apis/core/validation/validation.go` of Kubernetes, validateObjectFieldSelector, and
 * `pkg/apis/core/pods/helpers.go`, ConvertDownwardAPIFieldLabel.
 */
function fieldOfPod(known: readonly string[]): Check {
  return (value, at) => {
    if (typeof value !== 'string' || value === '' || known.includes(value) || (value === OLD_NODE && known.includes(NODE))) return [];
    const refused = (says: string, remedy: string): readonly Violation[] => [
      wrongValue(at, value, `cannot be ${JSON.stringify(value)}: ${says}`, remedy),
    ];
    const map = MAPS.find((each) => value.startsWith(each) && !/^\w/.test(value.slice(each.length)));
    if (map !== undefined) {
      const rest = value.slice(map.length);
      const key = rest.replace(/^[.["']{0,3}/, '').replace(/["'\]]{0,3}$/, '');
      const remedy = `Write \`${map}['${key || 'app'}']\`.`;
      if (rest === '') return refused('it has a value for each key', remedy);
      if (key === '' || rest !== `['${key}']`) return refused('its key must be in brackets and single quotes', remedy);
      return misnamed(at, map === LABELS ? key : key.toLowerCase(), qualifiedNameFault);
    }
    const plain = value.replace(/^\{?\$?\./, '').replace(/\}$/, '');
    if (plain !== value && known.includes(plain))
      return refused('the path begins with `metadata`, `spec` or `status`', `Write \`${plain}\`.`);
    const typos = mistyped(at, value, known);
    return typos.length > 0 ? typos : unlisted(at, value, known);
  };
}

const LABELS = 'metadata.labels';
const MAPS = [LABELS, 'metadata.annotations'];
const NODE = 'spec.nodeName';
/** Old clients send it for the name of the node. */
const OLD_NODE = 'spec.host';
const OF_METADATA = ['metadata.name', 'metadata.namespace', 'metadata.uid'];

/** The fields that a variable can have. */
export const fieldOfVariable = fieldOfPod([
  ...OF_METADATA,
  NODE,
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]);

/** The fields that a file of a volume can have. */
export const fieldOfFile = fieldOfPod([...OF_METADATA, ...MAPS]);
