/**
 * `npm run budget` counts what does not depend on the machine, and ends with 1 if it is more than `bounds.json` allows: modules and
 * bytes that small runs load, and requests of a wait.
 *   npm run budget -- --renew   writes the bounds anew from what is counted now; docs/speed.md says when that is right
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bounds, boundsFor, overBudget } from './figure.ts';
import { loaded } from './loaded.ts';
import { requests } from './requests.ts';

const FILE = path.join(import.meta.dirname, 'bounds.json');

const { values } = parseArgs({ options: { renew: { type: 'boolean' } } });
const figures = { ...(await loaded()), ...(await requests()) };
if (values.renew === true) writeFileSync(FILE, `${JSON.stringify(boundsFor(figures), undefined, 2)}\n`);
const bounds = JSON.parse(readFileSync(FILE, 'utf8')) as Bounds;
for (const [name, { value, unit }] of Object.entries(figures))
  console.log(
    `${name.padEnd(56)}${Math.round(value).toLocaleString('en').padStart(12)} of ${String(bounds[name]?.toLocaleString('en'))} ${unit}`,
  );
const over = overBudget(figures, bounds);
for (const problem of over) console.error(problem);
if (over.length > 0) {
  console.error('make it less, or say in the commit why it is worth more and renew the bounds: npm run budget -- --renew');
  process.exitCode = 1;
}
