import { NOT_RECURSIVE, onHub } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const COMPARE = `compare the content, and see who wrote last and when: ${onHub('get {objectArgs} -o yaml --show-managed-fields')}`;
const RIGHT_HUB =
  'Check that the gate looks at the hub and the namespace that were deployed to: the command above names the context that it uses.';

const REWRITTEN =
  'The hub has {object}, which differs from your files only at {places}. Either the deploy has not reached the hub yet, or the deploy step has written another value there than the files have, or something else wrote it later. In the last two cases waiting does not help.';
const ADDED =
  'The hub has {object} with {places}, and your files do not. Either the deploy has not reached the hub yet, or the deploy step adds this to the files, or something else wrote it on the hub later. In the last two cases waiting does not help.';

const NOT_YET =
  'The hub does not have the image that you gave ({--image NAME=REF}) in {object} yet; nothing else differs. Either the deploy has not reached the hub yet, or it has set another image, or something else wrote it later. In the last two cases waiting does not help.';

const OF_IMAGES =
  'If the deploy step sets the image (`images` of Azure/k8s-deploy, or kustomize edit set image), give it to the gate too: {--image NAME=REF}.';
const AS_APPLIED =
  'If the deploy step changes the files before it applies them (sed, envsubst, kustomize edit), let it also write what it applies into a file, with `-o yaml > applied.yaml` behind `kubectl apply`. After Helm, write the output of helm get manifest into it. Give that file to the gate: {--manifests applied.yaml}. Do not print it: it can hold Secrets.';
const SAME_IMAGE = 'Check that the deploy step has ended, and that it sets the image that you gave to the gate: {--image NAME=REF}.';
const IGNORE = 'If the value is different at each deploy and does not matter, leave it out of the comparison: {--ignore-fields POINTER}.';
const IGNORE_ADDED = 'If the deploy step always adds this field, leave it out of the comparison: {--ignore-fields POINTER}.';

export const contentNotSynced = defineFailure({
  id: 'content-not-synced',
  title: 'The hub does not hold this deploy yet',
  docs: DOCS.snapshots,
  when: [
    { scope: 'placement', fact: 'content-unsynced' },
    { scope: 'run', fact: 'content-unsynced' },
  ],
  outcome: 'waiting',
  details: ({ words }) => {
    const rewritten = words?.['rewritten'];
    if (rewritten === undefined) return {};
    const last = [`If the deploy applies the files unchanged, ${COMPARE}`, RIGHT_HUB];
    if (rewritten === 'imagesGiven') return { explain: NOT_YET, remedy: [SAME_IMAGE, `If it has, ${COMPARE}`, RIGHT_HUB] };
    if (rewritten === 'added') return { explain: ADDED, remedy: [AS_APPLIED, IGNORE_ADDED, ...last] };
    return { explain: REWRITTEN, remedy: [...(rewritten === 'images' ? [OF_IMAGES] : []), AS_APPLIED, IGNORE, ...last] };
  },
  explain:
    'The hub has {object} with other content than was deployed, or does not have it. Nothing on the hub shows that it ever had this content. If a GitOps controller applies it, it may still be synchronizing. If it was applied directly, another write replaced it before a snapshot was taken.',
  remedy: [`Wait while it synchronizes. If it does not arrive within some minutes, ${COMPARE}`, NOT_RECURSIVE, RIGHT_HUB],
});
