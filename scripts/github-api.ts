/**
 * Cuts the requests the Action makes out of GitHub's published API description into `fixtures/github/api-subset.json`. The test server
 * checks every request and every answer of its own against it.
 *
 *   npm i --prefix /tmp/octokit @octokit/openapi@23.0.2    (394 MB, so not a dependency)
 *   node scripts/github-api.ts /tmp/octokit/node_modules/@octokit/openapi/generated/api.github.com.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OPERATIONS: readonly (readonly [path: string, method: string])[] = [
  ['/repos/{owner}/{repo}/issues/{issue_number}/comments', 'get'],
  ['/repos/{owner}/{repo}/issues/{issue_number}/comments', 'post'],
  ['/repos/{owner}/{repo}/issues/comments/{comment_id}', 'patch'],
  ['/repos/{owner}/{repo}/issues/comments/{comment_id}', 'delete'],
  ['/repos/{owner}/{repo}/commits/{commit_sha}/pulls', 'get'],
  ['/repos/{owner}/{repo}/pulls', 'get'],
  ['/repos/{owner}/{repo}/deployments', 'post'],
  ['/repos/{owner}/{repo}/deployments/{deployment_id}/statuses', 'post'],
  ['/repos/{owner}/{repo}/git/commits/{commit_sha}', 'get'],
  ['/repos/{owner}/{repo}/git/trees/{tree_sha}', 'get'],
  ['/repos/{owner}/{repo}/contents/{path}', 'get'],
];
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('name the api.github.com.json of @octokit/openapi');

type Json = Record<string, unknown>;
const api = JSON.parse(readFileSync(source, 'utf8')) as {
  info: Json;
  openapi: string;
  paths: Record<string, Json>;
  components: Record<string, Json>;
};
const kept: Record<string, Json> = {};
const components: Record<string, Json> = {};
for (const [path, method] of OPERATIONS) {
  const operation = slim(api.paths[path]?.[method]);
  if (operation === undefined) throw new Error(`${method.toUpperCase()} ${path} is no longer in the description`);
  kept[path] = { ...kept[path], [method]: operation };
  keepReferences(operation);
}

const target = join(import.meta.dirname, '..', 'fixtures', 'github', 'api-subset.json');
const subset = {
  notice:
    "Cut from GitHub's REST API description (github/rest-api-description, package @octokit/openapi), Copyright (c) GitHub, MIT License; made by scripts/github-api.ts.",
  openapi: api.openapi,
  info: { title: api.info['title'], version: api.info['version'], license: api.info['license'] },
  paths: kept,
  components,
};
writeFileSync(target, `${JSON.stringify(subset, null, 1)}\n`);
console.log(`${target}: ${OPERATIONS.length} operations, ${Object.keys(components['schemas'] ?? {}).length} schemas`);

/** Without the parts that validation does not read: descriptions, examples, GitHub's own extensions. */
function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (typeof value !== 'object' || value === null) return value;
  const dropped = new Set(['description', 'summary', 'example', 'examples', 'externalDocs', 'tags', 'x-github', 'title']);
  // A property may have the name of a keyword: only keywords have values without `type`, `$ref` or combination.
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => (dropped.has(key) && !isSchema(entry) ? [] : [[key, slim(entry)]])),
  );
}

function isSchema(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['type', '$ref', 'oneOf', 'anyOf', 'allOf'].some((keyword) => Object.hasOwn(value, keyword))
  );
}

function keepReferences(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) {
    if (key === '$ref' && typeof entry === 'string') keep(entry);
    else keepReferences(entry);
  }
}

function keep(reference: string): void {
  const [, , group = '', name = ''] = reference.split('/');
  if (components[group]?.[name] !== undefined) return;
  const definition = slim(api.components[group]?.[name]);
  components[group] = { ...components[group], [name]: definition };
  keepReferences(definition);
}
