import { isObject, type JsonObject } from '../../../../fleet/json/json.ts';

/** The file of a pipeline with the jobs of GitLab as they are with what they extend. Source: GitLab's reference of CI/CD syntax (`extends`). */
export function withExtendedJobs(file: unknown): unknown {
  if (!isObject(file) || !Object.values(file).some((job) => isObject(job) && 'extends' in job)) return file;
  const known = new Map<string, Extended>();
  const jobs = Object.entries(file).map(([name, job]) => [name, isObject(job) ? extended(name, job, file, known).job : job] as const);
  return Object.fromEntries(jobs);
}

interface Extended {
  readonly job: JsonObject;
  readonly levels: number;
}

/** GitLab refuses more. */
const MOST_LEVELS = 11;

/** @param known those that were read before */
function extended(name: string, job: JsonObject, file: JsonObject, known: Map<string, Extended>): Extended {
  const before = known.get(name);
  if (before !== undefined) return before;
  // Until its templates are read, so that a circle ends.
  known.set(name, { job, levels: 0 });
  const templates = templatesOf(job).flatMap((each) => {
    const template = file[each];
    return isObject(template) ? [extended(each, template, file, known)] : [];
  });
  const levels = 1 + Math.max(0, ...templates.map((each) => each.levels));
  const all = levels > MOST_LEVELS ? [] : templates.map((each) => each.job);
  const result = { job: [...all, job].reduce(merged), levels };
  known.set(name, result);
  return result;
}

/** The names of the jobs that a job extends. */
export function templatesOf(job: unknown): readonly string[] {
  return isObject(job) ? [job['extends']].flat().filter((name) => typeof name === 'string') : [];
}

/** With the values of the second one. Objects are merged, lists replaced. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const all = new Map(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const before = all.get(name);
    all.set(name, isObject(before) && isObject(value) ? merged(before, value) : value);
  }
  return Object.fromEntries(all);
}
