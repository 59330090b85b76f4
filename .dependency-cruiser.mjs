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

/** What `static` and `gates` may import. */
const ofBothHalves = [
  'fleet/',
  'yaml/',
  'secrets/',
  'files/',
  'programs/',
  'selection/',
  'schedule/',
  ...['blank', 'config', 'duration', 'share', 'site-address', 'steps'].map((file) => `${file}\\.ts$`),
  ...values,
];

/** The steps of `src/gates`, lowest first. Each may import those before it, and the values that lie directly in the folder. */
const staircase = [
  ['hub', 'How objects are read. It returns plain objects and does not interpret them.'],
  ['view', "KubeFleet's objects with types. It must not depend on how the gate judges them."],
  ['deploy', 'Whether the hub and a resource snapshot have this deploy. This is decided before any cluster is judged.'],
  ['owners', 'Which placement puts an object on a cluster. No verdict depends on it.'],
  ['rollout', 'How far each cluster is with the content. The observations say what is wrong there.'],
  ['observations', 'What is wrong. The catalogue says what it means.'],
  ['catalogue', 'What an observation means. It does not know since when it was seen.'],
  ['diagnosis', 'Since when a problem is seen, and whether it is a failure already. It decides no verdict.'],
  ['verdict', 'The verdict of each target. It is the last pure step.'],
  ['rollback', 'What can bring the former content back. It is only reported, and no verdict depends on it.'],
  ['approval', 'What an open approval depends on. It decides no verdict and writes nothing.'],
  ['loop', 'Reads the hub again until the gate is decided. Only the loop and the shells import the hub reader.'],
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
  comment: 'In this order: the store of objects, requests, rights, login, watches, dumps and writes.',
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
    'Texts and JSON do not know kinds. Kubernetes does not know KubeFleet.',
  ),
  ...ladder(
    'static',
    ['world', 'suppress', 'placing', 'delivery', 'images', 'references', 'read', 'answers', 'presence', 'compare', 'rules', 'judge'],
    'First what placements send, then what clusters get, then what is on them. Readers do not import rules.',
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
    'A command connects the rooms below it. They must not depend on which command runs.',
  ),
  ...ladder(
    'report/facts',
    ['words', 'lint', 'plan', 'gate'],
    'Words do not know reports. A part of a report imports only the parts before it.',
  ),
];

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files in a cycle can only be read and tested together.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    layer('fleet-is-the-ground', 'fleet', [], 'All other folders use the vocabulary of KubeFleet. It must not depend on them.'),
    layer('files-are-read-without-waiting', 'files', [], 'It reads files and pipes, and does not interpret them.'),
    layer('programs-are-started-in-one-place', 'programs', ['files/'], 'It starts programs and does not interpret their output.'),
    layer('yaml-reads-text', 'yaml', ['fleet/', 'errors\\.ts$'], 'It reads text to objects with positions, for `static` and for `gates`.'),
    layer(
      'secrets-know-no-judge',
      'secrets',
      ['fleet/', 'yaml/'],
      'Readers, judges and shells hide secrets in the same way. What hides them must not depend on the caller.',
    ),
    layer(
      'settings-are-a-table',
      'settings',
      ['fleet/', 'gates/(options|graces|required-clusters)\\.ts$', 'static/read/render/overlay\\.ts$', ...words, 'finding\\.ts$'],
      'Flags, inputs and keys are described once. The table imports only the values that it offers.',
    ),
    layer(
      'selection-is-said-once',
      'selection',
      ['fleet/'],
      'What a placement selects and an override changes is the same before and after the deploy, so it is worked out in one place.',
    ),
    layer(
      'schedule-is-pure',
      'schedule',
      ['fleet/', 'selection/', 'steps\\.ts$', 'duration\\.ts$', ...values],
      'The what-if scheduler follows the scheduler of KubeFleet file by file, and imports only vocabulary and values.',
    ),
    layer(
      'admission-is-pure',
      'admission',
      ['fleet/', 'secrets/', 'selection/', 'errors\\.ts$'],
      "The twin of the hub's admission judges one object. It does not know files or rules.",
    ),
    layer(
      'static-judges-files',
      'static',
      [...ofBothHalves, 'admission/'],
      'Checks before the deploy need no hub. A rule that imports the gate could not run in a pull request.',
    ),
    layer(
      'gates-judge-a-hub',
      'gates',
      ofBothHalves,
      'Checks after the deploy judge what the hub shows. They do not depend on the repository.',
    ),
    layer(
      'ready-decides-by-values',
      'ready',
      ['fleet/', 'gates/(view|owners)/', 'gates/(dry-run-answer|memory|reach|required-clusters)\\.ts$', 'selection/', ...words, ...values],
      'It decides from a plan, a hub and the answers of members whether a rollout may start. The shells read them.',
    ),
    {
      name: 'gates-values-know-no-step',
      comment: 'All steps use the clock, options, graces and memory, so these import no step.',
      severity: 'error',
      from: { path: '^src/gates/[^/]+\\.ts$' },
      to: { path: '^src/gates/[^/]+/' },
    },
    ...staircase.map(step),
    ...ladders,
    {
      name: 'gates-doctor-asks-the-hub',
      comment: 'The doctor checks the access to a hub as the reader uses it. The shells pass it what a gate needs.',
      severity: 'error',
      from: { path: '^src/gates/doctor/' },
      to: { path: '^src/gates/[^/]+/', pathNot: '^src/gates/(hub|view|doctor)/' },
    },
    ...reading.map(readingStep),
    {
      name: 'only-approve-writes-to-a-hub',
      comment: 'Every other command promises to change nothing, and cannot without the writer.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/gates/hub/write/|^src/cli/approve/|^src/cli/commands/approve\\.ts$' },
      to: { path: '^src/gates/hub/write/' },
    },
    layer(
      'report-renders-values',
      'report',
      ['fleet/', ...values],
      'A renderer shows values. If it computed them, two formats could differ.',
    ),
    layer(
      'watch-compares-looks',
      'watch',
      ['fleet/', 'gates/', 'report/facts/', 'report/markdown/markup\\.ts$', 'duration\\.ts$', ...values],
      'It compares one judgement with the one before. Files, requests and clocks are in the command.',
    ),
    {
      name: 'formats-share-facts-only',
      comment: 'What two formats share is in `facts`. A format that imports another one changes with it.',
      severity: 'error',
      from: { path: '^src/report/([^/]+)/' },
      to: { path: '^src/report/', pathNot: '^src/report/($1|facts)/' },
    },
    {
      name: 'wording-judges-nothing',
      comment: 'The words for a denial are chosen after it is found. They must not decide whether there is one.',
      severity: 'error',
      from: { path: '^src/admission/wording/' },
      to: { path: '^src/admission/((cel|webhooks)/|(judge|after-decoding|structural-schema|strict-decoding|mutation)\\.ts$)' },
    },
    {
      name: 'shells-are-leaves',
      comment: 'Shells have the effects. A file that imports a shell depends on argv, the environment and the network.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(action|cli|demo)(/|\\.ts$)' },
      to: { path: '^src/(action|cli|demo)(/|\\.ts$)' },
    },
    {
      name: 'files-only-at-the-edges',
      comment: 'Only the readers and the shells read files, so that every judgement can be tested with values.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(action|cli|demo)(/|\\.ts$)|^src/files/|^src/static/read/|^src/gates/hub/|^src/programs/' },
      to: { path: '^(node:)?fs(/promises)?$' },
    },
    {
      name: 'programs-only-at-the-edges',
      comment:
        'Each program is started by an absolute path outside of the judged tree, with its own environment and with bounds of time, output and memory.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/programs/' },
      to: { path: '^(node:)?child_process$' },
    },
    {
      name: 'actions-toolkit-only-in-the-action',
      comment: 'The CLI must start fast and run anywhere. Only the Action uses the toolkit of GitHub.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/action/' },
      to: { path: 'node_modules/@actions/' },
    },
    {
      name: 'kubernetes-client-for-types-only',
      comment: 'Its types say what an API server promises. Loading it takes 90 ms, and its watch ends after one error (decision 1).',
      severity: 'error',
      from: {},
      to: { path: 'node_modules/@kubernetes/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'The bundle has all that src imports.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts|fixtures)/' },
    },
    {
      name: 'tests-judge-by-the-one-gate',
      comment: 'A test that calls the judgement itself could differ from the gate without notice.',
      severity: 'error',
      from: { path: '^test/', pathNot: '^test/support/gate/(gate|judged-with-cache)\\.ts$' },
      to: { path: '^src/gates/verdict/judge\\.ts$' },
    },
    {
      name: 'only-declared-packages',
      comment: 'A package that is not in package.json can disappear with the next install.',
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
