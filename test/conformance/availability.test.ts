import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { trackingOf } from '../../src/fleet/kubefleet/availability.ts';
import { listAt, stringAt } from '../../src/fleet/json/json.ts';
import { RELEASES } from '../support/recordings/releases.ts';
import { isMissing, truthNames, truthPath } from '../support/truth.ts';

describe.each(RELEASES)('the kinds whose availability agents of %s track', (version) => {
  test.skipIf(isMissing(`recordings/${version}`))('are those that we list', () => {
    const said = new Map<string, boolean>();
    for (const name of truthNames(`recordings/${version}`)) {
      for (const line of readFileSync(truthPath('recordings', version, name, 'events.jsonl'), 'utf8').split('\n')) {
        if (line.includes('"manifestConditions"')) for (const [kind, isFollowed] of verdictsIn(line)) said.set(kind, isFollowed);
      }
    }
    expect(said.size).toBeGreaterThan(4);
    const known = [...said.keys()].map((key) => [key, trackingOf(JSON.parse(key) as Kind) !== 'untracked'] as const);
    expect(known).toEqual([...said]);
  });
});

interface Kind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Kinds in the status of a Work, and whether their availability was tracked or assumed. */
function* verdictsIn(line: string): Iterable<readonly [string, boolean]> {
  const { object } = JSON.parse(line) as { readonly object?: unknown };
  for (const manifest of listAt(object, 'status', 'manifestConditions')) {
    const available = listAt(manifest, 'conditions').find((condition) => stringAt(condition, 'type') === 'Available');
    const [group = '', apiVersion = '', kind = ''] = ['group', 'version', 'kind'].map((field) => stringAt(manifest, 'identifier', field));
    if (available === undefined || kind === '') continue;
    yield [
      JSON.stringify({ apiVersion: group === '' ? apiVersion : `${group}/${apiVersion}`, kind }),
      stringAt(available, 'reason') !== 'NotTrackable',
    ];
  }
}
