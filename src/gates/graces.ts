const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * How long a suspect must be seen without interruption before it fails the gate: its kind, and the default in milliseconds. KubeFleet's
 * controllers retry for ever; these times are derived from their timers (docs/failures).
 */
export const GRACES = {
  scheduling: { default: MINUTE, about: 'No scheduling decision, or fewer clusters than the policy asks for.' },
  rollout: { default: 2 * MINUTE, about: 'A cluster for which it is not decided whether it gets the newest content.' },
  member: { default: 5 * MINUTE, about: 'Refusals on members and failures to write Works: the controllers retry, and many heal.' },
  heartbeat: {
    default: 5 * MINUTE,
    about:
      "Age of a heartbeat, by the hub's clock, after which a silent member fails the gate. A member is silent after three of its own heartbeat periods, and at least 60 seconds.",
  },
  leaving: { default: 30 * SECOND, about: 'A cluster that is leaving: its namespace on the hub terminates.' },
  selection: { default: MINUTE, about: 'The selection is empty; measured from the end of the usual snapshot delay.' },
  sync: {
    default: 5 * MINUTE,
    about: 'An object of the deploy that the hub lacks or has with other content: a GitOps controller may still bring it.',
  },
  snapshot: { default: MINUTE, about: 'From the time when the hub has an object to the time when a resource snapshot must have it.' },
  run: { default: 2 * MINUTE, about: 'An update run without an answer from its controller, or one that is named and not on the hub yet.' },
  stalled: { default: 5 * MINUTE, about: 'A run that reports progress although none of its clusters can progress.' },
  removal: { default: 10 * MINUTE, about: 'The delete stage of an update run, for which KubeFleet has no time limit.' },
} as const;

/** Milliseconds for each family. */
export type Graces = Readonly<Record<keyof typeof GRACES, number>>;

/** The defaults, if the configuration has no others. */
export const DEFAULT_GRACES = Object.fromEntries(Object.entries(GRACES).map(([family, grace]) => [family, grace.default])) as Graces;
