/** The model of `kubectl wait`, and kubectl itself if it is installed, on short histories of an object. */
import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { kubectlGoodSince, kubectlVersion, modelGoodSince, type GoodSince } from '../../../scripts/compare/kubectl-wait.ts';
import type { RecordedEvent } from '../../support/recordings/recording.ts';

const version = kubectlVersion();
if (version === undefined) process.stdout.write('skipped: no kubectl runs here\n');

const STARTED = 100;

const OBJECT: KubeObject = {
  apiVersion: 'placement.kubernetes-fleet.io/v1',
  kind: 'ResourcePlacement',
  metadata: { name: 'web', namespace: 'shop' },
};

/** A description, when the condition is met, and the writes of the object. */
const HISTORIES: readonly (readonly [string, number | undefined, readonly RecordedEvent[]])[] = [
  ['good before the start', STARTED, [write(10, 1, 1, 'False'), write(20, 1, 1, 'True')]],
  ['good before the start, and no longer', undefined, [write(10, 1, 1, 'True'), write(20, 1, 1, 'False')]],
  ['good for a moment after the start', 120, [write(10, 1, 1, 'False'), write(120, 1, 1, 'True'), write(130, 1, 1, 'False')]],
  ['good of an older generation only', undefined, [write(10, 1, 1, 'True'), write(20, 2, 1, 'True'), write(120, 2, 1, 'True')]],
  ['good of the new generation later', 130, [write(10, 2, 1, 'True'), write(120, 2, 2, 'Unknown'), write(130, 2, 2, 'True')]],
  ['never good', undefined, [write(10, 1, 1, 'False'), write(120, 1, 1, 'Unknown')]],
  ['not there at the start', undefined, [write(120, 1, 1, 'True')]],
  ['removed before the start', undefined, [write(10, 1, 1, 'True'), removal(20), write(120, 1, 1, 'True')]],
  ['removed while it waits', undefined, [write(10, 1, 1, 'False'), removal(120)]],
  ['removed while it waits, and created again', 140, [write(10, 1, 1, 'False'), removal(120), write(140, 1, 1, 'True')]],
  ['never written', undefined, []],
];

describe.each<readonly [string, GoodSince, boolean]>([
  ['the model of kubectl wait', modelGoodSince, true],
  [`kubectl ${version ?? ''}`, kubectlGoodSince, version !== undefined],
])('%s', (_, goodSince, runs) => {
  test.skipIf(!runs).each(HISTORIES)('%s: %s', async (_title, expected, writes) => {
    expect(await goodSince(writes, 'ResourcePlacementAvailable', STARTED)).toBe(expected);
  });
});

/** Metadata at `generation`, and a condition of `observedGeneration`. */
function write(at: number, generation: number, observedGeneration: number, status: string): RecordedEvent {
  const conditions = [{ type: 'ResourcePlacementAvailable', status, observedGeneration }];
  return { at, type: 'MODIFIED', object: { ...OBJECT, metadata: { ...OBJECT.metadata, generation }, status: { conditions } } };
}

function removal(at: number): RecordedEvent {
  return { at, type: 'DELETED', object: OBJECT };
}
