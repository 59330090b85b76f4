/**
 * The least that a Node does which waits for a placement: it holds one watch, and ends with the event after which the placement is available. With
 * lists, these are read once more before that, over connections that stand since a first read of them.
 *   node least-wait.mjs SERVER CA-FILE TOKEN WATCH-PATH [LIST-PATH…]
 */
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:https';

/** As many as the gate asks at a time. */
const AT_ONCE = 8;
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

const [server, caFile, token, watchPath, ...lists] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE + 1, ca: readFileSync(caFile) });

await readAll();
const watch = await open(watchPath, 'application/json');
let line = '';
for await (const text of watch) {
  line += text;
  if (!line.endsWith('\n')) continue;
  const events = line.trim().split('\n');
  line = '';
  if (!events.some((event) => isAvailable(JSON.parse(event).object))) continue;
  await readAll();
  process.exit(0);
}
process.exit(1);

function isAvailable({ metadata, status }) {
  const { status: is, observedGeneration } = status?.conditions?.find(({ type }) => type === 'ClusterResourcePlacementAvailable') ?? {};
  return is === 'True' && observedGeneration === metadata.generation;
}

function readAll() {
  return Promise.all(lists.map(read));
}

async function read(path) {
  let text = '';
  for await (const part of await open(path, METADATA)) text += part;
  return JSON.parse(text);
}

function open(path, accept) {
  return new Promise((resolve, reject) => {
    const asked = get(new URL(path, server), { agent, headers: { Authorization: `Bearer ${token}`, Accept: accept } }, (answer) => {
      if (answer.statusCode === 200) resolve(answer.setEncoding('utf8'));
      else reject(new Error(`${path}: ${answer.statusCode}`));
    });
    asked.on('error', reject);
  });
}
