import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError } from '../../../../src/errors.ts';
import { NoticeBoard } from '../../../../src/gates/hub/access/notices.ts';
import { endpointOf } from '../../../../src/gates/hub/auth/endpoint-of.ts';
import { readContext } from '../../../../src/gates/hub/auth/kubeconfig.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { mutatedText } from '../mutate-text.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../../fixtures/kubeconfig');

export const target: FuzzTarget = {
  name: 'kubeconfig',
  about: 'mutated kubeconfigs: a context with its endpoint, or one line that says what is wrong',
  all: 4_000,
  share: 40,
  start() {
    const texts = readdirSync(FIXTURES)
      .toSorted()
      .map((name) => readFileSync(path.join(FIXTURES, name), 'utf8'));
    const folder = mkdtempSync(path.join(tmpdir(), 'fleet-gate-fuzz-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, 'config');
    return Promise.resolve((random) => {
      const input = mutatedText(random.pick(texts), texts, random);
      return { input, judge: () => judge(input, file) };
    });
  },
};

function judge(text: string, file: string): void {
  writeFileSync(file, text);
  try {
    const context = readContext({ kubeconfig: file, env: {} });
    must(typeof context.name === 'string', 'a context has no name');
    endpointOf(context, { env: {} }, new NoticeBoard());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    must(error.message !== '', 'nothing is said');
  }
}
