import type { Report } from '../../report.ts';
import { type Annotation, annotationsOf, unjudgedAnnotations } from '../facts/annotations.ts';
import { findingFingerprints, uniqueFingerprints } from '../facts/lint/fingerprint.ts';
import { jsonText } from '../facts/words/json-text.ts';
import { fromRoot, isInside } from '../facts/lint/permalink.ts';
import { oneLine } from '../facts/words/visible.ts';

/** GitLab's severities, without `minor`: we have none between a warning and a notice. */
const SEVERITIES = { error: 'critical', warning: 'major', notice: 'info' } as const satisfies Readonly<Record<Annotation['level'], string>>;

/** GitLab allows no empty field. */
const UNNAMED = 'fleet-gate';

/** The place of entries that have none: every entry needs one. */
const CONFIGURATION = '.fleet-gate.yaml';

/**
 * A report of GitLab Code Quality: an entry for each finding, and for everything else that a reader must know: what was not checked, the
 * outcome of a gate, what was suppressed, and the settings. It is empty only if all was checked and is good, with default settings. GitLab
 * stops at the first entry without a required field, and compares reports by their fingerprints. Source:
 * docs.gitlab.com/ci/testing/code_quality, "Code Quality report format"; gitlab-org/gitlab,
 * `Gitlab::Ci::Parsers::Codequality::CodeClimate`.
 */
export function renderGitlab(report: Report, { prefix }: { readonly prefix?: string } = {}): string {
  const all = [...annotationsOf(report), ...unjudgedAnnotations(report)];
  const ofFindings = findingFingerprints((report.lint?.findings ?? []).filter(({ state }) => state !== 'fixed'));
  const others = all.filter(({ finding }) => finding === undefined);
  const ofOthers = new Map(uniqueFingerprints(others.map(({ key }) => key)).map((fingerprint, index) => [others[index], fingerprint]));
  const config = fromRoot(report.settings?.config ?? CONFIGURATION, prefix);
  const home = isInside(config) ? config : CONFIGURATION;
  return jsonText(
    all.map((annotation) => {
      const { level, title, message, place, finding } = annotation;
      const path = place === undefined ? home : pathOf(place.file, prefix);
      return {
        description: oneLine(message) || UNNAMED,
        check_name: oneLine(title) || UNNAMED,
        fingerprint: finding === undefined ? ofOthers.get(annotation) : ofFindings.get(finding),
        severity: SEVERITIES[level],
        location: { path, lines: { begin: Math.max(1, place?.line ?? 1) } },
      };
    }),
  );
}

/** Relative to the root. Standard input has no file, and GitLab cannot show a file outside the repository. */
function pathOf(file: string, prefix: string | undefined): string {
  const path = oneLine(fromRoot(file, prefix)).replace(/^(?:\.?\/)+/, '');
  return path === '' || path === '-' ? 'stdin' : path;
}
