import { Ajv } from 'ajv';

const text = { type: 'string', minLength: 1 };
const closed = (properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

/** What GitLab asks of each entry; it stops reading at the first that lacks something. Source: docs.gitlab.com/ci/testing/code_quality. */
const check = new Ajv().compile({
  type: 'array',
  items: closed({
    description: text,
    check_name: text,
    fingerprint: { type: 'string', pattern: '^[0-9a-f]{32}$' },
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: closed({
      // Below the root of the repository.
      path: { ...text, pattern: '^(?!/|\\./|-$)' },
      lines: closed({ begin: { type: 'integer', minimum: 1 } }),
    }),
  }),
});

/** What is wrong with a Code Quality report: fields, and fingerprints that two entries share, of which GitLab keeps one. */
export function gitlabFaults(report: unknown): readonly string[] {
  if (!check(report)) return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  const fingerprints = (report as readonly { readonly fingerprint: string }[]).map(({ fingerprint }) => fingerprint);
  return fingerprints
    .filter((fingerprint, index) => fingerprints.indexOf(fingerprint) !== index)
    .map((fingerprint) => `two entries with the fingerprint ${fingerprint}`);
}
