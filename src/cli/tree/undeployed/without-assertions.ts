import { basename } from 'node:path';
import { isObject, stringAt } from '../../../fleet/json/json.ts';
import { groupOf } from '../../../fleet/kubernetes/object.ts';
import { listed } from '../../../fleet/text/listed.ts';
import { CHAINSAW, COMPARED } from '../../../static/read/embedded-objects.ts';
import { isAtOrBelow } from '../../../static/read/files/shown-path.ts';
import { directoryOf, joinPath } from '../../../static/read/kustomize/kustomization.ts';
import type { ReadResult } from '../../../static/read/read-result.ts';
import type { RepositoryDeployers } from '../worlds/repository-deployers.ts';
import { appliedAsFile } from './applied-as-file.ts';
import type { Scripts } from './applied-by.ts';
import { withoutFiles } from './without-unused-patches.ts';

/**
 * Without the files with which tests only compare the objects of a cluster, if no deployer applies them: those of KUTTL by their names, below
 * its configuration, and those that a test of Chainsaw names. A note names them. Sources: "Test steps" of kuttl.dev, `pkg/test/case.go` of
 * KUTTL, and the operations `assert` and `error` of kyverno.github.io/chainsaw.
 */
export function withoutAssertions(read: ReadResult, scripts: Scripts & Pick<RepositoryDeployers, 'asFiles'>): ReadResult {
  const { built, manifests, others = [] } = read;
  const suites = [...others, ...manifests].flatMap(({ file }) => (basename(file) === SUITE ? [directoryOf(file)] : []));
  const named = new Set(
    manifests.flatMap(({ file, object }) =>
      groupOf(object.apiVersion) === CHAINSAW ? comparedBy(object, false).map((path) => joinPath(directoryOf(file), path)) : [],
    ),
  );
  if (built === undefined || suites.length + named.size === 0) return read;
  const isApplied = appliedAsFile(scripts, built);
  const isCompared = (file: string): boolean =>
    named.has(file) || (STEP.test(basename(file)) && suites.some((folder) => isAtOrBelow(file, folder)));
  const found = new Set([...manifests, ...read.problems, ...read.notEvaluated].map(({ file }) => file));
  const files = new Set([...found].filter((file) => isCompared(file) && built.users(file).length === 0 && !isApplied(file)));
  if (files.size === 0) return read;
  const note = `Not checked, because tests only compare the objects of a cluster with them: ${listed([...files].toSorted(), 3, 'files')}.`;
  return withoutFiles({ ...read, problems: read.problems.filter(({ file }) => !files.has(file)) }, files, note);
}

const SUITE = 'kuttl-test.yaml';
const STEP = /^\d+-(?:assert|errors)(?:-[^.]+)?\.yaml$/;

/** The files that the operations of a test name. */
function comparedBy(value: unknown, isComparing: boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => comparedBy(item, false));
  if (!isObject(value)) return [];
  const file = isComparing ? stringAt(value, 'file') : undefined;
  return [
    ...(file === undefined ? [] : [file]),
    ...Object.entries(value).flatMap(([key, item]) => comparedBy(item, COMPARED.includes(key))),
  ];
}
