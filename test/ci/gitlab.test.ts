/**
 * The components for GitLab: inputs are filled in as GitLab does, scripts run as its shell runs them, and the note is written to a scripted
 * GitLab. Nothing here runs on GitLab.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { load, loadAll } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedHub } from '../../src/demo/hub/embedded-hub.ts';
import { shopStory } from '../../src/demo/story/shop-story.ts';
import { isObject, listAt, objectAt, stringAt, type JsonObject } from '../../src/fleet/json/json.ts';
import { runScript, userRepository, type ScriptRun } from '../support/github/ci-sandbox.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TEMPLATES = path.join(ROOT, 'templates');
const pipeline = load(readFileSync(path.join(ROOT, 'integrations/gitlab/.gitlab-ci.yml'), 'utf8')) as JsonObject;
const components = readdirSync(TEMPLATES).map((name) => name.replace(/\.yml$/, ''));

/** Keys of a job that GitLab knows and we use. Source: docs.gitlab.com/ci/yaml. */
const JOB_KEYS = new Set([
  'stage',
  'image',
  'rules',
  'variables',
  'script',
  'artifacts',
  'needs',
  'environment',
  'timeout',
  'allow_failure',
]);

function textOf(component: string): string {
  return readFileSync(path.join(TEMPLATES, `${component}.yml`), 'utf8');
}

function inputsOf(component: string): JsonObject {
  const [head] = loadAll(textOf(component));
  return objectAt(head, 'spec', 'inputs') ?? {};
}

/** What the pipeline gives a component, over its defaults; an input without either fails, as it does on GitLab. */
function filledIn(component: string): JsonObject {
  const include = listAt(pipeline, 'include').find((entry) => stringAt(entry, 'component')?.endsWith(`/${component}@0`) === true);
  const given = objectAt(include, 'inputs') ?? {};
  const inputs = inputsOf(component);
  for (const name of Object.keys(given)) if (!Object.hasOwn(inputs, name)) throw new Error(`${component} has no input ${name}`);
  const [, body = ''] = textOf(component).split('\n---\n');
  const filled = body.replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    const value = stringAt(given, name) ?? stringAt(inputs, name, 'default');
    if (value === undefined) throw new Error(`${component} needs the input ${name}`);
    return value;
  });
  const [job] = Object.values(load(filled) as JsonObject);
  return isObject(job) ? job : {};
}

describe('components', () => {
  test('are those that the example includes', () => {
    const included = listAt(pipeline, 'include').map((entry) => stringAt(entry, 'component'));
    expect(included).toEqual(expect.arrayContaining(components.map((name) => `$CI_SERVER_FQDN/fleet-gate/fleet-gate/${name}@0`)));
    expect(included).toHaveLength(components.length);
  });

  test.each(components)('%s has keys of GitLab and no other, and uses every input', (component) => {
    const job = filledIn(component);
    expect(Object.keys(job).filter((key) => !JOB_KEYS.has(key))).toEqual([]);
    for (const name of Object.keys(inputsOf(component))) expect(textOf(component)).toContain(`$[[ inputs.${name} ]]`);
    // An input within a script would run as code, but users of the component write texts.
    const [raw] = Object.values(load(textOf(component).split('\n---\n')[1] ?? '') as JsonObject);
    expect(isObject(raw) && scriptOf(raw)).not.toContain('$[[');
  });

  test('have jobs in stages of the pipeline, which need existing jobs', () => {
    const stages = listAt(pipeline, 'stages');
    for (const component of components) expect(stages).toContain(filledIn(component)['stage']);
    expect(listAt(filledIn('gate'), 'needs')).toEqual(['apply']);
    expect(listAt(filledIn('note'), 'needs')).toEqual([{ job: 'fleet-gate-lint', artifacts: true }]);
    expect(Object.keys(load(textOf('lint').split('\n---\n')[1] ?? '') as object)).toEqual(['fleet-gate-lint']);
  });
});

function scriptOf(job: JsonObject): string {
  return listAt(job, 'script').map(String).join('\n');
}

/** Runs a job: its variables, then its script, in the shell that GitLab's runner takes. */
function runJob(component: string, cwd: string, env: Readonly<Record<string, string>>): Promise<ScriptRun> {
  const job = filledIn(component);
  const variables = Object.fromEntries(Object.entries(objectAt(job, 'variables') ?? {}).map(([name, value]) => [name, String(value)]));
  return runScript(scriptOf(job), { cwd, env: { CI: 'true', GITLAB_CI: 'true', ...variables, ...env } });
}

describe('lint', () => {
  test('finds faults of a merge request, and writes Code Quality, test results and the report to the paths of the artifacts', async () => {
    const { dir, base } = userRepository();
    const { code, out, err, calls } = await runJob('lint', dir, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
    expect(code, out + err).toBe(1);
    expect(calls).toEqual(['npm install --global fleet-gate@0']);
    const artifacts = objectAt(filledIn('lint'), 'artifacts');
    const quality = JSON.parse(
      readFileSync(path.join(dir, stringAt(artifacts, 'reports', 'codequality') ?? ''), 'utf8'),
    ) as readonly object[];
    expect(quality).toContainEqual(expect.objectContaining({ check_name: 'pickfixed-unknown-cluster', severity: 'critical' }));
    expect(readFileSync(path.join(dir, stringAt(artifacts, 'reports', 'junit') ?? ''), 'utf8')).toContain('<failure ');
    expect(readFileSync(path.join(dir, String(listAt(artifacts, 'paths')[0])), 'utf8')).toContain('### ❌ fleet-gate · ');
    expect(out).toContain(' new');
  });

  test('passes if there are none', async () => {
    const { dir, base } = userRepository(['storefront']);
    const { code, out, err } = await runJob('lint', dir, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
    expect(code, out + err).toBe(0);
  });
});

test('gate passes once the clusters have what was applied', async () => {
  const { dir } = userRepository(['storefront']);
  const hub = await startEmbeddedHub();
  try {
    const kubeconfig = path.join(temporaryFolder(), 'kubeconfig');
    writeFileSync(kubeconfig, hub.kubeconfig());
    hub.play(shopStory());
    const { code, out, err } = await runJob('gate', dir, { KUBECONFIG: kubeconfig });
    expect(code, out + err).toBe(0);
    expect(readFileSync(path.join(dir, 'fleet-gate.md'), 'utf8')).toContain('passed');
  } finally {
    await hub.close();
  }
});

interface Note {
  readonly id: number;
  body: string;
  readonly author: { readonly id: number };
}

/** GitLab in this process: the notes of merge request 7 of project 5, a hundred a page. */
class GitLab {
  readonly notes: Note[] = [];
  readonly requests: string[] = [];
  status = 200;
  url = '';
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/v4`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const content = method === 'GET' ? undefined : ((await json(request)) as { readonly body: string });
    this.requests.push(`${method} ${pathname.replace('/api/v4', '')}`);
    const send = (status: number, body: unknown, next = ''): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-next-page': next }).end(JSON.stringify(body));
    };
    if (request.headers['private-token'] !== 'glpat-test') return send(401, {});
    if (method !== 'GET' && this.status !== 200) return send(this.status, {});
    if (pathname === '/api/v4/user') return send(200, { id: ME });
    const [, id] = /^\/api\/v4\/projects\/5\/merge_requests\/7\/notes(?:\/(\d+))?$/.exec(pathname) ?? ['', 'none'];
    if (id === 'none') return send(404, {});
    if (method === 'GET') {
      const page = Number(searchParams.get('page'));
      const size = Number(searchParams.get('per_page'));
      return send(200, this.notes.slice((page - 1) * size, page * size), page * size < this.notes.length ? String(page + 1) : '');
    }
    const body = content?.body ?? '';
    if (body.length > 1_000_000) return send(400, {});
    if (method === 'POST') {
      this.notes.push({ id: 100 + this.notes.length, body, author: { id: ME } });
      return send(201, this.notes.at(-1));
    }
    const note = this.notes.find((each) => each.id === Number(id));
    if (method !== 'PUT' || note === undefined || note.author.id !== ME) return send(403, {});
    note.body = body;
    return send(200, note);
  }
}

const ME = 42;

describe('note', () => {
  const gitlab = { it: new GitLab() };
  beforeEach(async () => {
    gitlab.it = new GitLab();
    await gitlab.it.start();
  });
  afterEach(() => gitlab.it.close());

  const MARKER = '<!-- fleet-gate note v1: fleet%2Dgate%2Dlint -->';

  function post(report: string, env: Readonly<Record<string, string>> = {}): Promise<ScriptRun> {
    const dir = temporaryFolder();
    writeFileSync(path.join(dir, 'fleet-gate.md'), report);
    const api = { CI_API_V4_URL: gitlab.it.url, CI_MERGE_REQUEST_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '7' };
    return runJob('note', dir, { ...api, FLEET_GATE_GITLAB_TOKEN: 'glpat-test', ...env });
  }

  test('is written once and updated in place, and not touched if nothing is new', async () => {
    expect(await post('### first\n')).toMatchObject({ code: 0, out: 'note written\n' });
    expect(await post('### second\n')).toMatchObject({ code: 0, out: 'note updated\n' });
    expect(gitlab.it.notes).toMatchObject([{ body: `${MARKER}\n### second\n` }]);
    const before = gitlab.it.requests.length;
    await post('### second\n');
    expect(gitlab.it.requests.slice(before).every((request) => request.startsWith('GET '))).toBe(true);
  });

  test('is found among hundreds, and one of another author with a copied marker is not touched', async () => {
    gitlab.it.notes.push({ id: 1, body: `${MARKER}\nmine`, author: { id: 666 } });
    for (let id = 2; id < 250; id++) gitlab.it.notes.push({ id, body: 'talk', author: { id: 7 } });
    gitlab.it.notes.push({ id: 250, body: `${MARKER}\nold`, author: { id: ME } });
    expect((await post('### new\n')).code).toBe(0);
    expect(gitlab.it.notes).toHaveLength(250);
    expect(gitlab.it.notes[0]?.body).toContain('mine');
    expect(gitlab.it.notes[249]?.body).toContain('### new');
  });

  test('says where the report is if it is too long', async () => {
    expect((await post('x'.repeat(1_000_000))).code).toBe(0);
    expect(gitlab.it.notes[0]?.body).toContain('The report is too long for a note');
  });

  test.each([
    ['refuses', { status: 403 }, {}],
    ['does not know the token', {}, { FLEET_GATE_GITLAB_TOKEN: 'other' }],
  ])('fails if GitLab %s, without the token in the log', async (_, trouble, env) => {
    Object.assign(gitlab.it, trouble);
    const { code, out, err } = await post('### x\n', env);
    expect(code).toBe(1);
    expect(err).toMatch(/GitLab answered 40[13] to /);
    expect(out + err).not.toContain('glpat-test');
    expect(filledIn('note')['allow_failure']).toBe(true);
  });

  test('is not requested without a token, as in the project of a fork', () => {
    expect(listAt(filledIn('note'), 'rules')).toEqual([
      { if: '$CI_PIPELINE_SOURCE == "merge_request_event" && $FLEET_GATE_GITLAB_TOKEN', when: 'always' },
    ]);
  });
});
