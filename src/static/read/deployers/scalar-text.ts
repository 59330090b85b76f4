/**
 * A text as `sigs.k8s.io/yaml` writes it as a value, in quotes only if it must. Texts of several lines stay texts whatever is in them, and have
 * no such form. Source: `yaml_emitter_analyze_scalar` in `goyaml.v2/emitterc.go`. The text has a `$`, so it is no number or boolean.
 */
export function scalarText(text: string): string | undefined {
  if (text.includes('\n')) return undefined;
  if (UNPRINTABLE.test(text)) return JSON.stringify(text);
  return INDICATOR.test(text) || text.trim() !== text ? `'${text.replaceAll("'", "''")}'` : text;
}

// linear: each alternative looks at one or two characters.
const UNPRINTABLE = /[^ -~\u00A0-\uFFFD]/u;
// linear: each alternative looks at a few characters.
const INDICATOR = /^(?:[#,[\]{}&*!|>'"%@`]|[-?:](?:\s|$)|---|\.\.\.)|:(?:\s|$)|\s#/;
