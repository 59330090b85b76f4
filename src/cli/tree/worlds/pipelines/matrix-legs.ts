import { isObject, listAt, objectAt, type JsonObject } from '../../../../fleet/json/json.ts';
import { expressionsOf, withExpressions } from './expressions.ts';

/** One job of a matrix. */
export interface MatrixLeg {
  /** The job without its matrix, with the values of `${{ matrix.NAME }}`. */
  readonly job: JsonObject;
  /** The variables that a matrix of GitLab or Azure Pipelines sets. */
  readonly variables: ReadonlyMap<string, string>;
}

type Combination = Readonly<Record<string, unknown>>;

/**
 * The jobs that a matrix of GitHub, Gitea, GitLab or Azure Pipelines starts; `undefined` if there is none, or if an expression decides.
 * Sources: GitHub's reference of workflow syntax (`jobs.<job_id>.strategy.matrix`), GitLab's of `parallel:matrix`, Microsoft's of `jobs.job.strategy`.
 */
export function matrixLegs(job: JsonObject): readonly MatrixLeg[] | undefined {
  const { strategy: _strategy, parallel: _parallel, ...rest } = job;
  const matrix = objectAt(job, 'strategy', 'matrix');
  const isOfAzure = matrix !== undefined && Object.values(matrix).every(isObject);
  const ofVariables = isOfAzure ? Object.values(matrix).filter(isObject) : listAt(job, 'parallel', 'matrix').flatMap(productOf);
  const combinations = matrix === undefined || isOfAzure ? ofVariables : combinationsOf(matrix);
  if (combinations === undefined || combinations.length === 0 || combinations.length > MOST_JOBS) return undefined;
  return combinations.map((combination): MatrixLeg => {
    return matrix === undefined || isOfAzure
      ? { job: rest, variables: expressionsOf(combination, '') }
      : { job: withExpressions(rest, expressionsOf(combination, 'matrix.')) as JsonObject, variables: new Map() };
  });
}

/** GitHub starts no more. */
const MOST_JOBS = 256;

/** The combinations of the values of a matrix; `undefined` if they are not known. */
export function combinationsOf({ include = [], exclude = [], ...axes }: JsonObject): readonly Combination[] | undefined {
  if (!Array.isArray(include) || !Array.isArray(exclude) || !Object.values(axes).every(Array.isArray)) return undefined;
  const all = Object.keys(axes).length === 0 ? [] : productOf(axes);
  const left = all.filter((each) => !exclude.some((entry) => isObject(entry) && agrees(each, entry, Object.keys(entry))));
  const added = include.filter(isObject);
  const isExtended = (entry: JsonObject, each: Combination): boolean =>
    agrees(
      each,
      entry,
      Object.keys(entry).filter((name) => Object.hasOwn(axes, name)),
    );
  return [
    ...left.map((each) => Object.assign({}, ...added.filter((entry) => isExtended(entry, each)), each) as Combination),
    ...added.filter((entry) => !left.some((each) => isExtended(entry, each))),
  ];
}

function agrees(combination: Combination, entry: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => JSON.stringify(combination[name]) === JSON.stringify(entry[name]));
}

/** Each value of each name with each of the others; a value that is no list counts as a list of one. */
function productOf(axes: unknown): readonly Combination[] {
  if (!isObject(axes)) return [];
  let all: readonly Combination[] = [{}];
  for (const [name, value] of Object.entries(axes)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (all.length * values.length > MOST_JOBS) return [];
    all = all.flatMap((each) => values.map((one) => ({ ...each, [name]: one })));
  }
  return all;
}
