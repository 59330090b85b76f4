/** Resource selection against real hubs: `status.selectedResources` of every placement at the end of every recording in TRUTH_DIR. */
import { describe, expect, it } from 'vitest';

import { findCondition, conditionsAt } from '../../src/fleet/kubernetes/condition.ts';
import { listAt, stringAt } from '../../src/fleet/json/json.ts';
import { groupOf, type KubeObject, type ObjectRef } from '../../src/fleet/kubernetes/object.ts';
import { hubContent } from '../../src/selection/hub-content.ts';
import { selectResources } from '../../src/selection/select-resources.ts';
import { readRecording, recordingNames } from '../support/recordings/recording.ts';
import { profileOf } from '../support/recordings/releases.ts';
import { isMissing } from '../support/truth.ts';

describe.skipIf(isMissing('recordings'))('recorded selections', () => {
  it('select what the hub selected, in the same order, or have the same error', () => {
    let [agreed, elsewhere] = [0, 0];
    const disagreed: string[] = [];
    for (const name of recordingNames()) {
      const objects = atEnd(name);
      const content = hubContent(objects.map((object) => ({ object, namespace: object.metadata.namespace })));
      for (const placement of objects.filter(({ kind }) => kind === 'ClusterResourcePlacement' || kind === 'ResourcePlacement')) {
        const hub = ofHub(placement);
        if (hub === undefined) {
          elsewhere += 1;
          continue;
        }
        const selection = selectResources({ placement, content, target: profileOf(name) });
        const here = selection.kind !== 'selected' ? selection.error : selection.resources.map(({ ref }) => refText(ref)).join('\n');
        if (hub === here) agreed += 1;
        else disagreed.push(`${name} ${placement.metadata.name}\nhub: ${hub}\nhere: ${here}`);
      }
    }
    const counts = `${String(agreed)} agreed, ${String(disagreed.length)} disagreed, ${String(elsewhere)} decided by more than selection`;
    process.stdout.write(`resource selection: ${counts}\n`);
    expect(disagreed).toEqual([]);
    expect(agreed).toBeGreaterThan(0);
  });
});

/** What the hub held when the recording ended; events are no content. */
function atEnd(name: string): readonly KubeObject[] {
  const objects = new Map<string, KubeObject>();
  for (const { type, object } of readRecording(name).events) {
    if (object.kind === 'Event') continue;
    const { namespace = '', name: objectName } = object.metadata;
    const key = `${groupOf(object.apiVersion)}/${object.kind}/${namespace}/${objectName}`;
    if (type === 'DELETED') objects.delete(key);
    else objects.set(key, object);
  }
  return [...objects.values()];
}

const INVALID = 'The resource selectors are invalid: failed to process the request due to a client error: ';

/**
 * `undefined` if the hub shows no selection (External before a run) or refuses one for its status scope. So it is for a kind that the
 * hub does not know and that may be installed.
 */
function ofHub(placement: KubeObject): string | undefined {
  if (stringAt(placement, 'spec', 'strategy', 'type') === 'External') return undefined;
  const type = `${placement.kind === 'ResourcePlacement' ? '' : 'Cluster'}ResourcePlacementScheduled`;
  const scheduled = findCondition(conditionsAt(placement, 'status', 'conditions'), type);
  if (scheduled?.reason === 'InvalidResourceSelectors') {
    const message = scheduled.message.startsWith(INVALID) ? scheduled.message.slice(INVALID.length) : undefined;
    return message?.includes('no matches for kind') === true ? undefined : message;
  }
  return listAt(placement, 'status', 'selectedResources').map(identifierText).join('\n');
}

function identifierText(entry: unknown): string {
  const part = (field: string): string => stringAt(entry, field) ?? '';
  const apiVersion = part('group') === '' ? part('version') : `${part('group')}/${part('version')}`;
  return `${apiVersion} ${part('kind')} ${part('namespace')}/${part('name')}`;
}

function refText({ apiVersion, kind, namespace = '', name }: ObjectRef): string {
  return `${apiVersion} ${kind} ${namespace}/${name}`;
}
