import { describe, expect, it } from 'vitest';
import { gateOptions } from '../../../src/cli/settings/gate-options.ts';
import { parseArgv } from '../../../src/cli/command-line/invocation.ts';
import { parseConfig } from '../../../src/config.ts';
import type { Config } from '../../../src/settings/settings.ts';
import { ConfigError } from '../../../src/errors.ts';
import { DEFAULT_OPTIONS, type GateOptions } from '../../../src/gates/options.ts';

const configured = (gate: string): NonNullable<Config['gate']> =>
  parseConfig(`gate: { ${gate} }`, '.fleet-gate.yaml', { rules: [], graces: [] }).config.gate ?? {};
const options = (argv: readonly string[], gate = ''): GateOptions =>
  gateOptions(parseArgv(['wait', 'crp/shop', ...argv]), configured(gate));

describe('the options of a gate', () => {
  it('are the defaults if none is given', () => {
    expect(options([])).toEqual(DEFAULT_OPTIONS);
  });

  it('come from the flags, otherwise from the configuration', () => {
    const said = {
      requireClusters: { kind: 'named', names: ['east', 'west'] },
      minClusters: { count: 3 },
      tolerateFailed: { percent: 20 },
      accessGrace: 300_000,
    };
    const flags = ['--require-clusters', 'east,west', '--min-clusters', '3', '--tolerate-failed', '20%', '--access-grace', '5m'];
    const file = 'requireClusters: "east,west", minClusters: 3, tolerateFailed: 20%, accessGrace: 5m';
    expect(options(flags)).toMatchObject(said);
    expect(options([], file)).toMatchObject(said);
    expect(options(['--tolerate-failed', '1', '--require-clusters', 'env=prod'], file)).toMatchObject({
      ...said,
      tolerateFailed: { count: 1 },
      requireClusters: { kind: 'labelled', text: 'env=prod' },
    });
  });

  it.each([
    ['allow-empty', 'allowEmpty'],
    ['allow-partial', 'allowPartial'],
    ['fail-on-drift', 'failOnDrift'],
    ['require-selected', 'requireSelected'],
  ] as const)('come from --no-%s, although the configuration turns it on', (flag, key) => {
    expect(options([], `${key}: true`)[key]).toBe(true);
    expect(options([`--no-${flag}`], `${key}: true`)[key]).toBe(false);
  });

  it.each([
    [
      ['--require-clusters', 'East'],
      '',
      '--require-clusters must be names of clusters such as east,west, or labels such as env=prod (not both), not "East"',
    ],
    [
      [],
      'requireClusters: "east,env=prod"',
      '.fleet-gate.yaml:1: gate.requireClusters must be names of clusters such as east,west, or labels',
    ],
    [['--require-selected'], '', '--require-selected needs the manifests of the deploy: give --manifests PATH'],
    [['--min-clusters', 'all'], '', '--min-clusters must be a number or a percentage such as 3 or 20%, not "all"'],
    [['--tolerate-failed', '101%'], '', '--tolerate-failed must be a number or a percentage'],
    [[], 'minClusters: 1.5', '.fleet-gate.yaml:1: gate.minClusters must be a number or a percentage such as 3 or 20%, not 1.5'],
    [[], 'tolerateFailed: true', '.fleet-gate.yaml:1: gate.tolerateFailed must be a number or a percentage'],
  ])('%j {%s}: the error is one line', (argv, gate, message) => {
    expect(() => options(argv, gate)).toThrow(ConfigError);
    expect(() => options(argv, gate)).toThrow(message);
  });
});
