import { isTooLong } from '../../../../files/longest-path.ts';
import { flagValuesIn } from '../../../../fleet/text/flag-values.ts';
import { directoryOf, joinPath } from '../../../../static/read/kustomize/kustomization.ts';
import type { HelmCommand } from '../../../../static/read/render/charts/helm-command.ts';
import type { GivenNamespace } from '../../../../static/read/render/namespaces-of-overlays.ts';
import { positionalWords } from './built-by-command.ts';
import { commandLines } from '../shell/command-lines.ts';
import { wordsOfPasses } from '../shell/passes-of-loops.ts';
import { isPattern } from '../shell/path-patterns.ts';
import { TestClusters } from './test-clusters.ts';
import { knownValues, valuesOfHelm } from './values-of-helm.ts';

/** Its names are paths from the top. */
interface HelmCommandOfScript extends HelmCommand {
  /** The folders in which its paths may start. */
  readonly folders: readonly string[];
  /** What it gives to the objects of its chart; not that of a loop, see `appliedTogether`. */
  readonly namespaces: readonly GivenNamespace[];
}

/**
 * The commands in a script that deploy a chart with values or into a namespace: `helm upgrade`, `helm install`, and `helm template` if
 * kubectl applies the result. One in a loop is listed for each pass. Paths start at the top, at the file, or at a folder that the script
 * changes to.
 * @param file its name, from the top @param tests of the scripts that are started before it
 */
export function helmCommandsIn(script: string, file: string, tests = new TestClusters()): readonly HelmCommandOfScript[] {
  if (!/helm|kind create|k3d cluster|minikube start/.test(script)) return [];
  const lines = commandLines([script]);
  const bases = fewFolders(new Set(['', directoryOf(file), ...lines.map(({ folder }) => joinPath('', folder))]));
  const namesOf = (path: string): readonly string[] => [...new Set(bases.map((base) => joinPath(base, path)))];
  let left = MOST_PASSES;
  return lines
    .map((line) => ({ ...line, isForTest: tests.isForTest(line) }))
    .map((line) => ({ ...line, at: line.piped.findIndex((all) => all.includes('helm')) }))
    .filter(({ at }) => at >= 0)
    .slice(0, MOST_COMMANDS)
    .flatMap((line) => {
      const passes = wordsOfPasses(line.piped, line.at, left) ?? [line.piped];
      left -= passes.length - 1;
      return passes.map((piped) => ({ ...line, piped }));
    })
    .flatMap(({ piped, at, folder, isForTest }): readonly HelmCommandOfScript[] => {
      const words = piped[at]?.slice(piped[at].indexOf('helm') + 1) ?? [];
      const behind = piped.slice(at + 1);
      const isApplied = behind.some((all) => all.includes('kubectl'));
      if (!words.includes('upgrade') && !words.includes('install') && !(words.includes('template') && isApplied)) return [];
      const postRenderer = flagValuesIn(words, ['--post-renderer']).at(-1);
      const files = flagValuesIn(words, ['-f', '--values']).flatMap((each) => each.split(','));
      const set = flagValuesIn(words, ['--set', '--set-string', '--set-file', '--set-json', '--set-literal']);
      // The one of `helm template` is only for its templates. The last one counts.
      const namespace = flagValuesIn(words.includes('template') ? behind.flat() : words, ['-n', '--namespace']).at(-1);
      const names = set.flatMap((each) => each.split(',').map((pair) => ({ name: pair.replace(/=[^]*/, '') })));
      const values = files.length + set.length === 0 ? [] : [...files, [...names, ...contentsIn(words)]];
      const release = releaseIn(words, [folder, joinPath(directoryOf(file), folder)]);
      if (values.length === 0 && [postRenderer, namespace, release].every((each) => each === undefined)) return [];
      const named = words.slice(0, MOST_WORDS).filter((word) => !isTooLong(word));
      // Any of its words, if it is not known which one is the chart.
      const chart = release === undefined ? named : positionalWords(['helm', ...words]).slice(-1);
      const given = (base: string): Pick<GivenNamespace, 'values' | 'isForTest'> => {
        const known = knownValues(valuesOfHelm(words), (path) => joinPath(base, path));
        return { ...(known === undefined ? {} : { values: known }), ...(isForTest ? { isForTest } : {}) };
      };
      const namespaces =
        namespace === undefined || isPattern(namespace)
          ? []
          : bases.flatMap((base) =>
              chart
                .filter((word) => !isPattern(word))
                .map((word) => ({ place: joinPath(base, word), of: 'chart' as const, ...given(base), namespace })),
            );
      const leavesCrds = isOn(words, '--include-crds') ? {} : ({ leavesCrds: true } as const);
      const templated = words.includes('template') ? ({ isTemplated: true, ...leavesCrds } as const) : {};
      const of = {
        ...(release === undefined ? {} : { release: { ...release, ...(isForTest ? { isForTest } : {}), ...templated } }),
        ...(postRenderer === undefined ? {} : { postRenderer }),
        ...reusedBy(words),
        ...(set.length === 0 ? {} : { set: set.flatMap((each) => each.split(',')) }),
        ...(values.length === 0 && keepsValues(words) ? { keepsValues: true as const } : {}),
      };
      return [{ file, charts: named.flatMap(namesOf), values, folders: bases, ...of, namespaces }];
    });
}

/** What `--set-json` and `--set-file` give, as parameters of Argo CD have it. */
function contentsIn(words: readonly string[]): readonly unknown[] {
  const json = flagValuesIn(words, ['--set-json']).map((text) => ({ name: text.replace(/=[^]*/, ''), value: text }));
  const pairs = flagValuesIn(words, ['--set-file']).flatMap((each) => each.split(','));
  return [...json, ...pairs.map((pair) => ({ name: pair.replace(/=[^]*/, ''), path: pair.replace(/^[^=]*=/, '') }))];
}

/** The values of the last release that `helm upgrade` uses. `--reset-values` wins over the others. */
function reusedBy(words: readonly string[]): Pick<HelmCommand, 'reuses'> {
  if (!words.includes('upgrade') || isOn(words, '--reset-values')) return {};
  if (isOn(words, '--reuse-values')) return { reuses: 'in place of' };
  return isOn(words, '--reset-then-reuse-values') ? { reuses: 'over' } : {};
}

/** Whether an upgrade without any values uses those of the last release. Source: `reuseValues` in `pkg/action/upgrade.go` of helm.sh/helm. */
function keepsValues(words: readonly string[]): boolean {
  return words.includes('upgrade') && !isOn(words, '--reset-values');
}

function isOn(words: readonly string[], flag: string): boolean {
  return words.findLast((word) => word === flag || word.startsWith(`${flag}=`))?.endsWith('=false') === false;
}

/** The release of `helm install`, `upgrade` or `template`. @param words after `helm` @param folders in which the command may start */
function releaseIn(words: readonly string[], folders: readonly string[]): HelmCommand['release'] {
  const [verb = '', ...given] = positionalWords(['helm', ...words]);
  const chart = given.at(-1);
  if (chart === undefined || given.length > 2 || isTooLong(chart) || !['install', 'upgrade', 'template'].includes(verb)) return undefined;
  const name = flagValuesIn(words, ['--name-template']).at(-1) ?? (given.length === 2 ? given[0] : undefined);
  const namespace = flagValuesIn(words, ['-n', '--namespace']).at(-1);
  const runsHooks = verb !== 'template' && !words.some((word) => word === '--no-hooks' || word === '--no-hooks=true');
  return { charts: [...new Set(folders.map((folder) => joinPath(folder, chart)))], name, namespace, runsHooks };
}

/** The first folders. Each word is looked for in each of them, so all together are short. */
function fewFolders(folders: ReadonlySet<string>): readonly string[] {
  let length = 0;
  const taken: string[] = [];
  for (const folder of folders) {
    if (taken.length > 1 && length + folder.length > MOST_CHARACTERS) continue;
    length += folder.length;
    if (taken.push(folder) === MOST_FOLDERS) break;
  }
  return taken;
}

/** What is read of one script, so that a script of many commands and folders takes no long time. */
const [MOST_FOLDERS, MOST_CHARACTERS, MOST_COMMANDS, MOST_PASSES, MOST_WORDS] = [50, 1000, 200, 300, 100];
