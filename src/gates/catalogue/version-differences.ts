import type { Reason } from '../../fleet/kubefleet/reasons.ts';
import type { Scope } from '../observations/observation.ts';

/** The versions of KubeFleet whose source and recordings the catalogue is based on. */
export const VERSIONS = ['v0.3.1', 'main'] as const;
type Version = (typeof VERSIONS)[number];

/**
 * One difference in messages or behaviour between the versions after a deploy. Differences in admission are in `src/admission/contracts`.
 */
export interface VersionDifference {
  readonly about: string;
  /** The failure with the difference; absent if there is none. */
  readonly id?: string;
  readonly forms: Readonly<Record<Version, VersionForm>>;
  /** The source file in KubeFleet. */
  readonly source: string;
}

/** A condition with an example of its message; or a sentence, if no condition shows it. */
export type VersionForm =
  | { readonly scope: Scope; readonly type: string; readonly status: string; readonly reason: Reason; readonly message: string }
  | { readonly does: string };

/** One example in one line. */
export function formText(form: VersionForm): string {
  return 'does' in form ? form.does : `${form.type} ${form.status} ${form.reason}: ${form.message}`;
}

const OVERRIDDEN = { scope: 'cluster', type: 'Overridden', status: 'False', reason: 'OverriddenFailed' } as const;
const UNINITIALIZED = { scope: 'run', type: 'Initialized', status: 'False', reason: 'UpdateRunInitializedFailed' } as const;
const SYNCED = { scope: 'placement', type: 'WorkSynchronized', status: 'True', reason: 'WorkSynchronized' } as const;
const UNSYNCED = { scope: 'cluster', type: 'WorkSynchronized', status: 'False', reason: 'SyncWorkFailed' } as const;

const OVERRIDE = 'Failed to apply the override rules on the resources: ';
const INVALID = 'cannot continue the updateRun: failed to validate the updateRun: ';
const TWO_WORKS = 'Failed to synchronize the work to the latest: 2 work objects found for the same envelope shop/bundle, only one expected';

export const VERSION_DIFFERENCES: readonly VersionDifference[] = [
  {
    about: 'an override that cannot be applied',
    id: 'override-failed',
    forms: {
      'v0.3.1': { ...OVERRIDDEN, message: `${OVERRIDE}remove operation does not apply: doc is missing path: "/spec/nope": missing value` },
      main: {
        ...OVERRIDDEN,
        message: `${OVERRIDE}ResourceOverrideSnapshot "zone-0" failed to apply on Deployment "web" in namespace "shop": remove operation does not apply: doc is missing path: "/spec/nope": missing value`,
      },
    },
    source: 'pkg/controllers/workgenerator/override.go, applyOverrides',
  },
  {
    about: 'an override that cannot be applied inside an envelope',
    id: 'override-failed',
    forms: {
      'v0.3.1': { does: 'Overrides are not applied to objects in envelopes, and no condition shows that.' },
      // The agent removes as many characters from the start as the inner error has, so the rest can start at any character.
      main: {
        ...OVERRIDDEN,
        message: `${OVERRIDE} "shop": error in remove for path: '/data/nope': unable to remove nonexistent key: nope: missing value`,
      },
    },
    source: 'pkg/controllers/workgenerator/envelope.go, applyOverridesToEnvelopeManifests; controller.go, Reconcile',
  },
  {
    about: 'an envelope whose entries are read once more for overrides',
    id: 'envelope-malformed',
    forms: {
      'v0.3.1': { does: 'They are read once. If that fails, both versions write the same message.' },
      main: {
        ...UNSYNCED,
        message:
          "Failed to synchronize the work to the latest: failed to parse manifest from envelope shop/bundle: Object 'Kind' is missing",
      },
    },
    source: 'pkg/controllers/workgenerator/envelope.go, applyOverridesToEnvelopeManifests',
  },
  {
    about:
      'two Works of one envelope: v0.3.1 can create them in a race; main derives the name of a Work from its envelope, so it finds only those of earlier versions, and adds the event DuplicateEnvelopeWorks',
    id: 'envelope-duplicate-works',
    forms: { 'v0.3.1': { ...UNSYNCED, message: TWO_WORKS }, main: { ...UNSYNCED, message: TWO_WORKS } },
    source: 'pkg/controllers/workgenerator/envelope.go, createOrUpdateEnvelopeCRWorkObj and envelopeWorkNameSuffix',
  },
  {
    about: 'a run of a placement without a latest policy snapshot',
    id: 'run-scheduling-unfinished',
    forms: {
      'v0.3.1': { ...UNINITIALIZED, message: `${INVALID}no latest policy snapshot associated with the placement: \`/shop\`` },
      main: { ...UNINITIALIZED, message: `${INVALID}no latest policy snapshot found for placement /shop` },
    },
    source: 'pkg/controllers/updaterun/initialization.go, determinePolicySnapshot',
  },
  {
    about: 'a run of a placement with two latest policy snapshots',
    id: 'run-initialization-failed',
    forms: {
      'v0.3.1': {
        ...UNINITIALIZED,
        message: `${INVALID}unexpected behavior which cannot be handled by the controller: more than one (2 in actual) latest policy snapshots associated with the placement: \`/shop\``,
      },
      main: {
        ...UNINITIALIZED,
        message: `${INVALID}unexpected behavior which cannot be handled by the controller: multiple active policy snapshots found for placement /shop: got 2, want 1`,
      },
    },
    source: 'pkg/controllers/updaterun/initialization.go, determinePolicySnapshot',
  },
  {
    about: 'a stage without clusters that has an approval task',
    id: 'run-waiting-approval',
    forms: {
      'v0.3.1': { does: 'The stage runs its tasks: the run requests the approval and waits for it.' },
      main: { does: 'The stage and its tasks are skipped.' },
    },
    source: 'pkg/controllers/updaterun/execution.go, execute',
  },
  {
    about: 'a stage without clusters',
    forms: {
      'v0.3.1': { does: 'It ends as other stages do, with the reason StageUpdatingSucceeded.' },
      main: {
        scope: 'run',
        type: 'Progressing',
        status: 'False',
        reason: 'StageUpdatingSkippedNoClusters',
        message: 'Stage skipped because it has no clusters',
      },
    },
    source: 'pkg/controllers/updaterun/execution.go, markStageUpdatingSkippedNoClusters',
  },
  {
    about: 'PickFixed without a name',
    id: 'scheduling-pending',
    forms: {
      'v0.3.1': {
        does: 'The webhook refuses it on a ClusterResourcePlacement. A ResourcePlacement has no webhook, so there it is never scheduled.',
      },
      main: { does: 'It is admitted, but never scheduled: Scheduled stays Unknown with the reason SchedulePending.' },
    },
    source: 'pkg/utils/validator/placement.go, validatePolicyForPickFixedPlacementType; pkg/scheduler/framework/framework.go',
  },
  {
    about: 'PickN without a number on a ResourcePlacement',
    id: 'scheduling-pending',
    forms: {
      'v0.3.1': {
        does: 'It is admitted. A new placement is never scheduled (Scheduled stays Unknown with the reason SchedulePending); an edited one keeps its number.',
      },
      main: { does: 'The API server refuses it.' },
    },
    source: 'apis/placement/v1beta1/clusterresourceplacement_types.go, rules of spec.policy',
  },
  {
    about: 'PickAll with a number on a ResourcePlacement',
    forms: { 'v0.3.1': { does: 'It is admitted, and the number is ignored.' }, main: { does: 'The API server refuses it.' } },
    source: 'apis/placement/v1beta1/clusterresourceplacement_types.go, rules of spec.policy',
  },
  {
    about: 'Works that have been written',
    forms: {
      'v0.3.1': { ...SYNCED, message: "Works(s) are succcesfully created or updated in 3 target cluster(s)' namespaces" },
      main: { ...SYNCED, message: "Work(s) are successfully created or updated in 3 target cluster(s)' namespaces" },
    },
    source: 'pkg/utils/condition/condition.go, TrueClusterResourcePlacementCondition',
  },
];
