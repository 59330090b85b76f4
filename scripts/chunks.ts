/**
 * Which sources share a file of the bundle. A file costs a millisecond to find and open, and each kilobyte time to read and parse: what is used
 * together lies together, and what few runs need lies apart. What is named nowhere is split by what imports it.
 */
export const CHUNKS: { readonly name: string; readonly test: RegExp; readonly priority: number }[] = [
  chunk('start', [
    'src/cli/(?:apart/(?!worker\\.|report-stopped|files-for-worker)|flags|frugal-heap|invocation|io|known-secrets|main|outcome-of-error|process-end|run|told-in-reports|whole-stack)',
    'src/(?:duration|errors|report|secrets/(?:known-secrets|credential-text|secret-forms|without-end)|share|terms|version|outcome)\\.ts',
    'src/fleet/(?:nearest|trim-signs|json|set-own|once-per)\\.ts',
    'src/report/(?:text/terminal|facts/visible)',
    'src/static/read/(?:text-of-file|gone-at-end)',
    'package\\.json',
  ]),
  chunk('files', ['src/cli/apart/files-for-worker', 'src/static/read/(?:file-batches|find-files|glob|glob-syntax)\\.ts']),
  chunk('cel', ['node_modules/@marcbachmann/', 'src/admission/cel/cel-js']),
  chunk('validators', ['src/admission/validators\\.gen']),
  chunk('kubernetes-facts', ['src/admission/kubernetes/facts\\.gen']),
  ...['html', 'markdown', 'junit', 'sarif', 'gitlab', 'azure', 'github'].map((format) =>
    chunk(`report-${format}`, [`src/report/${format}/`]),
  ),
  // With the few words of KubeFleet that reports use: the Action's own thread shows a report and reads no object.
  chunk('report', [
    'src/report/(?:facts|text|json)/',
    'src/report/[^/]*\\.ts',
    'src/cli/(?:output|run-result)\\.ts',
    'src/fleet/(?:go-print|kinds|listed|object|short-names)\\.ts',
    'src/secrets/every-string\\.ts',
  ]),
  // What the plain reader does not know, and what is written as YAML.
  chunk('yaml-parser', ['node_modules/js-yaml/']),
  chunk('objects', ['src/(?:fleet|yaml|compact|secrets|selection)/']),
  chunk('schedule', ['src/schedule/']),
  chunk('static', ['src/(?:static|admission)/', 'src/config', 'src/cli/(?:commands/lint|static-input|world-and-plan-input)']),
];

/** @param paths expressions for paths from the root of the repository; the first chunk of the list that has a file keeps it */
function chunk(name: string, paths: readonly string[]): { readonly name: string; readonly test: RegExp; priority: number } {
  return { name, test: new RegExp(`/(?:${paths.join('|')})`), priority: 0 };
}
for (const [at, each] of CHUNKS.entries()) Object.assign(each, { priority: CHUNKS.length - at });
