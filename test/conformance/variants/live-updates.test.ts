/**
 * Edits of objects that a hub has, as `lint --kubeconfig` judges them: every update of TRUTH_DIR/oracle/admission that the manifests
 * decide.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import { admitCreate } from '../../../src/admission/judge.ts';
import { prepareAdmission } from '../../../src/admission/prepare.ts';
import { storedObject } from '../../../src/admission/stored-object.ts';
import type { KubeObject } from '../../../src/fleet/kubernetes/object.ts';
import { hubAnswer } from '../../../src/static/answers/admission.ts';
import { makeWorld } from '../../../src/static/world/make-world.ts';
import { parseManifests } from '../../../src/static/read/parse-manifests.ts';
import { RELEASES } from '../../support/recordings/releases.ts';
import { isMissing, truthNames } from '../../support/truth.ts';
import { admissionCases, beyondManifest, liveOf, type Judgement } from '../admission-oracle.ts';
import { discoveredApis } from '../discovered-kinds.ts';

const apis = Object.fromEntries(RELEASES.map((release) => [release, discoveredApis(release)]));

describe.skipIf(isMissing('oracle/admission'))('edits of objects on a hub', () => {
  let updates: readonly Judgement[] = [];
  beforeAll(async () => {
    updates = truthNames('oracle/admission', (name) => name.endsWith('.jsonl'))
      .flatMap((file) => [...admissionCases(file)])
      .filter((judgement) => judgement.op === 'update' && judgement.context.length === 0 && beyondManifest(judgement) === undefined);
    for (const profile of new Set(updates.map((judgement) => judgement.profile)))
      await prepareAdmission(
        updates.map(({ object }) => object),
        profile,
      );
  });

  it('by kubectl apply get the verdict of the hub', () => {
    const applied = updates.filter(({ how, fieldValidation }) => how === 'apply' && fieldValidation === 'Strict');
    const wrong = applied.filter(
      (judgement) => isDenied(judgement, withNote(stored(judgement), judgement)) !== (judgement.verdict === 'deny'),
    );
    process.stdout.write(
      `edits by apply, the object read from the hub: ${applied.length - wrong.length} agreed, ${wrong.length} disagreed\n`,
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(applied.length).toBeGreaterThan(0);
  });

  it('by any other client are never reported as refused if the hub accepts them', () => {
    const all = updates.filter(({ fieldValidation, raw }) => fieldValidation === 'Strict' && !raw);
    const denied = all.filter((judgement) => judgement.verdict === 'deny');
    const said = all.filter((judgement) => isDenied(judgement, stored(judgement)));
    const wrong = said.filter(({ verdict }) => verdict !== 'deny');
    process.stdout.write(
      `edits of what nobody noted: ${said.length - wrong.length} of ${denied.length} refusals certain, ${wrong.length} false refusals\n`,
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

function isDenied({ object, profile, release }: Judgement, live: KubeObject): boolean {
  const { manifests } = parseManifests(JSON.stringify(object), 'a.json');
  const [manifest] = manifests;
  if (manifest === undefined) throw new Error('no manifest');
  const hub = { objects: [live], apis: apis[release], visibility: () => ({ kind: 'seen' as const }) };
  const { always, change } = hubAnswer(manifest, makeWorld({ target: profile, now: new Date(0), manifests, hub }));
  return always.length + change.length > 0;
}

/** As the hub has it before the edit. */
function stored(judgement: Judgement): KubeObject {
  const { live = storedObject(admitCreate(judgement.old as KubeObject, judgement.profile).object) } = liveOf(judgement);
  return live;
}

function withNote(live: KubeObject, { old }: Judgement): KubeObject {
  const note = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(old) };
  return { ...live, metadata: { ...live.metadata, annotations: { ...live.metadata.annotations, ...note } } };
}
