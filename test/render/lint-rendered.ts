import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { loadEngines } from '../../src/admission/prepare.ts';
import type { LintReport } from '../../src/report.ts';
import { lint } from '../../src/static/judge/lint.ts';
import { makeWorld } from '../../src/static/world/make-world.ts';
import { treeParts } from '../../src/static/compare/tree-parts.ts';
import { readManifests } from '../../src/static/read/read-manifests.ts';
import type { ReadResult } from '../../src/static/read/read-result.ts';
import type { RenderOptions } from '../../src/static/read/render/render-options.ts';
import { RULES } from '../../src/static/rules/index.gen.ts';
import { TODAY } from '../support/trees/lint-texts.ts';
import { temporaryFolder } from '../support/trees/temporary-folder.ts';
import { writeTree } from '../support/trees/write-files.ts';

await loadEngines();

/** A repository of these files. */
export function repository(tree: Readonly<Record<string, string>>): string {
  const cwd = path.join(temporaryFolder(), 'repository');
  mkdirSync(path.join(cwd, '.git'), { recursive: true });
  writeTree(cwd, tree);
  return cwd;
}

/** Reads a repository with one tool, or several, on the PATH. */
export function readRendered(cwd: string, tools: string, options: Partial<RenderOptions> = {}): Promise<ReadResult> {
  const env = { ...process.env, PATH: tools, SECRET: 'hunter2' };
  return readManifests(['.'], { cwd, render: { what: 'auto', env, ...options } });
}

/** Lints what was read, each overlay by itself, as the command does. */
export function lintRead(read: ReadResult, before?: ReadResult): LintReport {
  const [first, ...others] = treeParts(read.manifests, before?.manifests).map(({ manifests, judged, base }) =>
    makeWorld({ target: 'v0.3', now: TODAY, manifests, about: judged, ...(base === undefined ? {} : { base }) }),
  );
  if (first === undefined) throw new Error('a tree is one part at least');
  return lint([first, ...others], read, { rules: RULES, today: TODAY });
}

/** Findings in short: rule, place, object, overlays, and what is quoted. */
export function told({ findings }: Pick<LintReport, 'findings'>): readonly string[] {
  return findings.map(({ rule, file, line, object, rendered, suppressed }) =>
    [
      `${file}:${line}`,
      `${rule}${suppressed === undefined ? '' : ' (suppressed)'}`,
      ...(object === undefined ? [] : [`${object.kind}/${object.name}`]),
      ...(rendered === undefined ? [] : [`in ${rendered.overlays.join(' and ')}`]),
      ...(rendered?.quote === undefined ? [] : [rendered.quote]),
    ].join(' | '),
  );
}
