/** The import rules of docs/architecture.md, each with its reason. */
const layer = (name, from, allowed, why) => ({
  name,
  comment: why,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: '^src/', pathNot: [`^src/${from}/`, ...allowed.map((to) => `^src/${to}`)] },
});

const words = ['blank', 'cron', 'duration', 'share', 'time-zone'].map((file) => `${file}\\.ts$`);

const values = ['watch-report\\.ts$', 'finding\\.ts$', 'report\\.ts$', 'outcome\\.ts$', 'errors\\.ts$', 'terms\\.ts$'];

/** What both halves stand on. */
const ofBothHalves = [
  'fleet/',
  'yaml/',
  'secrets/',
  'programs/',
  'selection/',
  'schedule/',
  ...['blank', 'config', 'duration', 'share', 'site-address', 'steps'].map((file) => `${file}\\.ts$`),
  ...values,
];

/** The steps of `src/gates`, lowest first. Each may import those before it, and the values that lie directly in the folder. */
const staircase = [
  ['hub', 'How objects are read. It hands on plain objects and knows nothing of what they mean.'],
  ['view', "KubeFleet's objects with types; it must not know what the gate makes of them."],
  ['deploy', 'Whether the hub holds this deploy, and a snapshot carries it: asked before any cluster is looked at.'],
  ['owners', 'Who brings an object to a cluster. No verdict rests on it.'],
  ['rollout', 'How far each cluster has come with the content. What is wrong there is for the observations to say.'],
  ['observations', 'What is seen that is not good. What it means is the catalogue’s to say.'],
  ['catalogue', 'What an observation means. Since when it is seen is not its business.'],
  ['diagnosis', 'Since when it is seen and whether it counts; it decides about no target.'],
  ['verdict', 'What the targets come to: the end of what is pure.'],
  ['rollback', 'What can bring the content before back. It is only said, and no verdict depends on it.'],
  ['approval', 'What an open approval rests on. It decides nothing about a target, and writes nothing.'],
  ['loop', 'Asks the hub again until it is decided; only the loop and the shells know the hub reader.'],
];

const step = ([name, why], index) => ({
  name: `gates-${name}-is-a-step`,
  comment: why,
  severity: 'error',
  from: { path: `^src/gates/${name}/` },
  to: {
    path: '^src/gates/[^/]+/',
    pathNot: staircase
      .slice(0, index + 1)
      .map(([lower]) => lower)
      .filter((lower) => lower !== 'hub' || name === 'hub' || name === 'loop')
      .map((lower) => `^src/gates/${lower}/`),
  },
});

/** The folders of `src/gates/hub`, lowest first. */
const reading = ['keep', 'http', 'access', 'auth', 'watch', 'dump', 'write'];

const readingStep = (name, index) => ({
  name: `hub-${name}-is-a-step`,
  comment:
    'What is kept, then requests, then what may be read, then who asks, then what is followed, then what is written to a file or to the hub.',
  severity: 'error',
  from: { path: `^src/gates/hub/${name}/` },
  to: { path: '^src/gates/hub/[^/]+/', pathNot: reading.slice(0, index + 1).map((lower) => `^src/gates/hub/${lower}/`) },
});

/** Rooms of one folder, lowest first: each may import those before it. */
const ladder = (folder, rooms, why) =>
  rooms.map((room, index) => ({
    name: `${folder.replaceAll('/', '-')}-${room}-is-a-step`,
    comment: why,
    severity: 'error',
    from: { path: `^src/${folder}/${room}/` },
    to: { path: `^src/${folder}/`, pathNot: rooms.slice(0, index + 1).map((lower) => `^src/${folder}/${lower}/`) },
  }));

const ladders = [
  ...ladder(
    'fleet',
    ['text', 'memo', 'json', 'kubernetes', 'kubefleet'],
    'Texts and JSON know no kind, Kubernetes knows no KubeFleet, and KubeFleet is said in the words of both.',
  ),
  ...ladder(
    'static',
    ['world', 'suppress', 'placing', 'delivery', 'images', 'references', 'read', 'answers', 'presence', 'compare', 'rules', 'judge'],
    'What is sent is known before what arrives, and that before what is there; no reader knows a rule.',
  ),
  ...ladder(
    'cli',
    [
      'command-line',
      'process',
      'git',
      'settings',
      'output',
      'hub',
      'watch',
      'clusters',
      'tree',
      'init',
      'status',
      'ready',
      'explain',
      'mcp',
      'completion',
      'approve',
      'commands',
    ],
    'A command wires what lies below it; what lies below must not know which command runs.',
  ),
  ...ladder(
    'report/facts',
    ['words', 'lint', 'plan', 'gate'],
    'Words know no report; the parts of a report do not know each other, unless they are cited.',
  ),
];

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle means two files are one thing; nobody can read or test either alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    layer('fleet-is-the-ground', 'fleet', [], "KubeFleet's vocabulary is what everything else is said in; it must not know who uses it."),
    layer('programs-are-started-in-one-place', 'programs', [], 'What starts a program has no opinion on what it prints.'),
    layer(
      'yaml-reads-text',
      'yaml',
      ['fleet/', 'errors\\.ts$'],
      'Text to objects with positions; both halves read files, so it belongs to neither.',
    ),
    layer(
      'secrets-know-no-judge',
      'secrets',
      ['fleet/', 'yaml/'],
      'What few may see is hidden alike by readers, judges and shells; what hides it must not know who asks.',
    ),
    layer(
      'settings-are-a-table',
      'settings',
      ['fleet/', 'gates/(options|graces|required-clusters)\\.ts$', 'static/read/render/overlay\\.ts$', ...words, 'finding\\.ts$'],
      'Flags, inputs and keys are described once; the table imports only the values that it offers.',
    ),
    layer(
      'selection-is-said-once',
      'selection',
      ['fleet/'],
      'What a placement selects and an override touches is the same before and after the deploy; a second reading would answer otherwise.',
    ),
    layer(
      'schedule-is-pure',
      'schedule',
      ['fleet/', 'selection/', 'steps\\.ts$', 'duration\\.ts$', ...values],
      'The what-if scheduler can be read beside the upstream scheduler and needs nothing of ours but words.',
    ),
    layer(
      'admission-is-pure',
      'admission',
      ['fleet/', 'selection/', 'errors\\.ts$'],
      "The twin of the hub's admission judges one object and knows nothing of files or rules.",
    ),
    layer(
      'static-judges-files',
      'static',
      [...ofBothHalves, 'admission/'],
      'The half before the deploy never needs a hub; a rule that imports the gate could not run in a pull request.',
    ),
    layer(
      'gates-judge-a-hub',
      'gates',
      ofBothHalves,
      'The half after the deploy judges what the hub shows, whatever the repository looks like.',
    ),
    layer(
      'ready-decides-by-values',
      'ready',
      ['fleet/', 'gates/(view|owners)/', 'gates/(dry-run-answer|memory|required-clusters)\\.ts$', 'selection/', ...words, ...values],
      'Whether a change may go out is decided from a plan, a hub and the answers of members; what reads them is in the shells.',
    ),
    {
      name: 'gates-values-know-no-step',
      comment: 'Clock, options, graces and memory are what all steps speak of.',
      severity: 'error',
      from: { path: '^src/gates/[^/]+\\.ts$' },
      to: { path: '^src/gates/[^/]+/' },
    },
    ...staircase.map(step),
    ...ladders,
    {
      name: 'gates-doctor-asks-the-hub',
      comment: 'The doctor goes the way to the hub, which the reader goes, too. What a gate needs there, the shells tell it.',
      severity: 'error',
      from: { path: '^src/gates/doctor/' },
      to: { path: '^src/gates/[^/]+/', pathNot: '^src/gates/(hub|view|doctor)/' },
    },
    ...reading.map(readingStep),
    {
      name: 'only-approve-writes-to-a-hub',
      comment: 'Every other command promises to change nothing; without the writer it cannot.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/gates/hub/write/|^src/cli/approve/|^src/cli/commands/approve\\.ts$' },
      to: { path: '^src/gates/hub/write/' },
    },
    layer('report-renders-values', 'report', ['fleet/', ...values], 'A renderer that could compute would be a second truth.'),
    layer(
      'watch-compares-looks',
      'watch',
      ['fleet/', 'gates/', 'report/facts/', 'report/markdown/markup\\.ts$', 'duration\\.ts$', ...values],
      'It compares one judgement with the judgement before. Files, requests and clocks belong to the command.',
    ),
    {
      name: 'formats-share-facts-only',
      comment: 'What two formats say alike is a fact of its own; a format that borrows from another changes when that one does.',
      severity: 'error',
      from: { path: '^src/report/([^/]+)/' },
      to: { path: '^src/report/', pathNot: '^src/report/($1|facts)/' },
    },
    {
      name: 'wording-judges-nothing',
      comment: 'What is said of a denial is chosen after it is found; words that could judge would be a second truth.',
      severity: 'error',
      from: { path: '^src/admission/wording/' },
      to: { path: '^src/admission/((cel|webhooks)/|(judge|after-decoding|structural-schema|strict-decoding|mutation)\\.ts$)' },
    },
    {
      name: 'shells-are-leaves',
      comment: 'Shells wire effects; whoever imports one drags in argv, the environment and the network.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(action|cli|demo)(/|\\.ts$)' },
      to: { path: '^src/(action|cli|demo)(/|\\.ts$)' },
    },
    {
      name: 'files-only-at-the-edges',
      comment: 'File access only in the readers and the shells, so that every judgement can be tested with values.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(action|cli|demo)(/|\\.ts$)|^src/static/read/|^src/gates/hub/|^src/programs/' },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'programs-only-at-the-edges',
      comment: 'One door: an absolute path outside of the judged tree, an environment of its own, and bounds of time, output and memory.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/programs/' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'actions-toolkit-only-in-the-action',
      comment: 'The CLI must start fast and run anywhere; only the Action knows GitHub.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/action/' },
      to: { path: 'node_modules/@actions/' },
    },
    {
      name: 'kubernetes-client-for-types-only',
      comment:
        'Its types say what an API server promises; loading it takes 90 ms, and its watch ends for good after one error (decision 1).',
      severity: 'error',
      from: {},
      to: { path: 'node_modules/@kubernetes/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'The bundle ships what src imports.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|fixtures)/' },
    },
    {
      name: 'tests-judge-by-the-one-gate',
      comment: 'A test that wires a judgement by itself differs from the others where nobody sees it.',
      severity: 'error',
      from: { path: '^test/', pathNot: '^test/support/gate/(gate|judged-with-cache)\\.ts$' },
      to: { path: '^src/gates/verdict/judge\\.ts$' },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that is not in package.json is there by accident.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.gen\\.' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
};
