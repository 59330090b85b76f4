/**
 * Faults of a GitHub workflow that let other people run code or gain rights. They have the names of zizmor's audits
 * (https://docs.zizmor.sh/audits/), because zizmor cannot be installed where the tests run. Scorecard's Token-Permissions,
 * Pinned-Dependencies and Dangerous-Workflow check the same.
 */
import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../../src/fleet/json/json.ts';

export interface WorkflowFault {
  readonly audit: (typeof WORKFLOW_AUDITS)[number];
  /** The job or step, by name, id or position. */
  readonly at: string;
}

export const WORKFLOW_AUDITS = [
  'adhoc-packages',
  'artipacked',
  'cache-poisoning',
  'concurrency-limits',
  'dangerous-triggers',
  'excessive-permissions',
  'insecure-commands',
  'secrets-inherit',
  'secrets-outside-env',
  'self-hosted-runner',
  'template-injection',
  'undocumented-permissions',
  'unlimited-time',
  'unpinned-images',
  'unpinned-uses',
  'use-trusted-publishing',
] as const;

/** All faults of a parsed workflow. `text` is its source, which is needed for comments. */
export function workflowFaults(workflow: JsonObject, text: string): WorkflowFault[] {
  const faults: WorkflowFault[] = [];
  if (triggersOf(workflow).some((name) => /^(pull_request_target|workflow_run|issue_comment)$/.test(name)))
    faults.push({ audit: 'dangerous-triggers', at: 'on' });
  if (!isObject(workflow['permissions']) || Object.keys(workflow['permissions']).length > 0)
    faults.push({ audit: 'excessive-permissions', at: 'permissions' });
  if (!isObject(workflow['concurrency'])) faults.push({ audit: 'concurrency-limits', at: 'concurrency' });
  for (const [line, right] of text.split('\n').entries())
    if (/^\s+(?!contents: read$)[a-z-]+: write\s*$/.test(right)) faults.push({ audit: 'undocumented-permissions', at: `line ${line + 1}` });
  for (const [id, job] of Object.entries(objectAt(workflow, 'jobs') ?? {})) if (isObject(job)) faults.push(...jobFaults(id, job));
  return faults;
}

function jobFaults(id: string, job: JsonObject): WorkflowFault[] {
  const faults: WorkflowFault[] = [];
  const add = (audit: WorkflowFault['audit'], at = id): void => void faults.push({ audit, at });
  if (!isObject(job['permissions'])) add('excessive-permissions');
  if (job['uses'] === undefined && typeof job['timeout-minutes'] !== 'number') add('unlimited-time');
  if (job['secrets'] === 'inherit') add('secrets-inherit');
  if (/self-hosted/.test(JSON.stringify(job['runs-on'] ?? ''))) add('self-hosted-runner');
  const images = [job['container'], ...Object.values(objectAt(job, 'services') ?? {})].map((each) =>
    isObject(each) ? each['image'] : each,
  );
  if (images.some((image) => typeof image === 'string' && !/@sha256:[0-9a-f]{64}$/.test(image))) add('unpinned-images');
  if (/\$\{\{\s*secrets\./.test(JSON.stringify(job)) && job['environment'] === undefined) add('secrets-outside-env');
  for (const [index, step] of listAt(job, 'steps').filter(isObject).entries())
    for (const audit of stepFaults(step)) add(audit, `${id}, step ${index + 1}`);
  return faults;
}

/** Our own action in workflows that users copy. Its tag needs no pin, because its owner wrote the file. */
const OWN = /^fleet-gate\/fleet-gate@v\d+$/;

function stepFaults(step: JsonObject): WorkflowFault['audit'][] {
  const uses = stringAt(step, 'uses') ?? '';
  const run = stringAt(step, 'run') ?? '';
  const inputs = objectAt(step, 'with') ?? {};
  const found: readonly [WorkflowFault['audit'], boolean][] = [
    ['unpinned-uses', uses !== '' && !uses.startsWith('./') && !OWN.test(uses) && !/@[0-9a-f]{40}$/.test(uses)],
    ['artipacked', uses.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false],
    ['cache-poisoning', cachesByDefault(uses, inputs)],
    [
      'template-injection',
      /\$\{\{/.test(run) || (uses.startsWith('actions/github-script@') && /\$\{\{/.test(stringAt(inputs, 'script') ?? '')),
    ],
    ['adhoc-packages', /\b(npm (i|install|exec)|npx|pip3? install|gem install|go install|curl[^\n]*\|\s*(ba)?sh)\b/.test(run)],
    ['insecure-commands', /ACTIONS_ALLOW_UNSECURE_COMMANDS|::(set-env|add-path)/.test(JSON.stringify(step))],
    ['use-trusted-publishing', /npm publish/.test(run) && /NODE_AUTH_TOKEN|NPM_TOKEN/.test(JSON.stringify(step))],
  ];
  return found.flatMap(([audit, is]) => (is ? [audit] : []));
}

/** A cache could contain files of another branch. These two set-up actions fill a cache unless it is switched off. */
function cachesByDefault(uses: string, inputs: JsonObject): boolean {
  if (uses.startsWith('actions/cache@')) return true;
  if (uses.startsWith('actions/setup-node@')) return inputs['package-manager-cache'] !== false || inputs['cache'] !== undefined;
  return uses.startsWith('actions/setup-go@') && inputs['cache'] !== false;
}

function triggersOf(workflow: JsonObject): string[] {
  const on = workflow['on'];
  if (typeof on === 'string') return [on];
  return Array.isArray(on) ? on.map(String) : Object.keys(isObject(on) ? on : {});
}
