import { Ajv } from 'ajv';

const text = { type: 'string', minLength: 1 };
const closed = (properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/**
 * The fields that GitLab requires of each entry; it stops reading at the first entry that lacks one. Source:
 * docs.gitlab.com/ci/testing/code_quality.
 */
const check = new Ajv().compile({
  type: 'array',
  items: closed({
    description: text,
    check_name: text,
    fingerprint: { type: 'string', pattern: '^[0-9a-f]{32}$' },
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: closed({
      // Relative to the root of the repository.
      path: { ...text, pattern: '^(?!/|\\./|-$)' },
      lines: closed({ begin: { type: 'integer', minimum: 1 } }),
    }),
  }),
});

/**
 * Faults of a Code Quality report: missing or wrong fields, and fingerprints that two entries share, because GitLab keeps only one of the
 * two.
 */
export function gitlabFaults(report: unknown): readonly string[] {
  if (!check(report)) return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  const fingerprints = (report as readonly { readonly fingerprint: string }[]).map(({ fingerprint }) => fingerprint);
  return fingerprints
    .filter((fingerprint, index) => fingerprints.indexOf(fingerprint) !== index)
    .map((fingerprint) => `two entries with the fingerprint ${fingerprint}`);
}
