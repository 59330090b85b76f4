import { degradedDetails, isDegraded } from '../degraded-mode.ts';
import { onMember } from '../commands.ts';
import { DOCS } from '../docs.ts';
import { defineFailure } from '../failure.ts';

const EXPLAIN = '{object} already exists on {cluster} with other content, and whenToTakeOver is IfNoDiff.';
const SEE = `See {object} as {cluster} has it: ${onMember('get {objectArgs} -o yaml --show-managed-fields')}`;

/** The takeover failure that remains if no more specific one matches. */
export const takeoverDiffers = defineFailure({
  id: 'takeover-differs',
  title: 'The member already has this object, with other content',
  docs: DOCS.takeover,
  when: [
    { scope: 'manifest', step: 'Applied', status: 'False', reasons: ['FailedToTakeOver'], message: /configuration differences are found/ },
  ],
  outcome: 'failed',
  details: (observation) => (isDegraded(observation) ? degradedDetails(observation, SEE, EXPLAIN) : {}),
  explain: EXPLAIN,
  remedy: [
    SEE,
    'Decide which content is right, and change the manifest, or the source from which the owner of the object on {cluster} applies it. KubeFleet takes it over as soon as both agree.',
    'Or overwrite it: set spec.strategy.applyStrategy.whenToTakeOver to Always. The content on {cluster} is then lost.',
  ],
});
