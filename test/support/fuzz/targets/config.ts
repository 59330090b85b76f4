import { isDeepStrictEqual } from 'node:util';
import { ConfigError } from '../../../../src/errors.ts';
import { type LoadedConfig, parseConfig } from '../../../../src/config.ts';
import { GRACES } from '../../../../src/gates/graces.ts';
import { RULES } from '../../../../src/static/rules/index.gen.ts';
import { type FuzzTarget, must } from '../fuzz-target.ts';
import { FULL_CONFIG } from '../../texts/full-config.ts';
import { mutatedText } from '../mutate-text.ts';

export const target: FuzzTarget = {
  name: 'config',
  about: 'mutated configurations: one that cannot be read is reported with its line, and any other is read twice with the same result',
  all: 6_000,
  share: 150,
  start: () =>
    Promise.resolve((random) => {
      const input = mutatedText(random.pick(TEXTS), TEXTS, random);
      return { input, judge: () => judge(input) };
    }),
};

const TEXTS = [
  FULL_CONFIG,
  `render:
  - path: charts/shop
    tool: helm
    values: [live/values.yaml]
    args: ['--name-template=shop', '--namespace=shop']
  - path: overlays/prod
failOnNotEvaluated: false
gate: {tolerateFailed: 20%, minClusters: 3}
`,
];

function judge(text: string): void {
  const lines = text.split('\n').length;
  const read = (): LoadedConfig | string => {
    try {
      return parseConfig(text, 'c.yaml', { rules: RULES, graces: Object.keys(GRACES) });
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
      throw error;
    }
  };
  const config = read();
  must(isDeepStrictEqual(config, read()), 'read twice it is another one');
  if (typeof config !== 'string') return;
  const [, line = '0'] = /^c\.yaml:(\d+): ./.exec(config) ?? [];
  must(Number(line) >= 1 && Number(line) <= lines, `no line of the file in "${config}"`);
}
